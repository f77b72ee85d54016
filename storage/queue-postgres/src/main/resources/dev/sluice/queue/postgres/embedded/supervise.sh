# Runs PostgreSQL until standard input ends, as it does when the program that started this script ends in any way.
#
#   sh supervise.sh POSTGRES DATA LOG SIGNAL REMOVE [OPTION...]
#
# Prints "ready" when connections are accepted. Stops PostgreSQL by SIGNAL; removes the directory REMOVE unless empty.
postgres=$1 data=$2 log=$3 signal=$4 remove=$5
shift 5

trap '' HUP INT TERM
"$postgres" -D "$data" "$@" </dev/null >>"$log" 2>&1 &
child=$!

# A minute at most: recovery after a crash replays the log first.
tries=3000
while kill -0 "$child" 2>/dev/null && [ "$tries" -gt 0 ]; do
    # The file may be that of a process that was killed.
    owner=$(head -n 1 "$data/postmaster.pid" 2>/dev/null)
    if [ "$owner" = "$child" ] && grep -q '^ready' "$data/postmaster.pid"; then
        echo ready
        read -r _
        break
    fi
    tries=$((tries - 1))
    sleep 0.02
done

kill -s "$signal" "$child" 2>/dev/null
wait "$child"
if [ -n "$remove" ]; then
    rm -rf "$remove"
fi
