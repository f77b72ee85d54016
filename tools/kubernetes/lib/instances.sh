# Finds the running instances of this user. Sourced.
# shellcheck shell=bash

# A pid alone may have passed to another process; together with its start time it cannot.
start_time() { # pid
  local stat
  { stat=$(<"/proc/$1/stat"); } 2>/dev/null || return 1
  read -r -a stat <<<"${stat##*) }"
  [[ ${stat[0]} != Z ]] || return 1
  printf '%s\n' "${stat[19]}"
}

# Sets supervisor to the pid of the directory's supervisor, if that still runs.
find_supervisor() { # directory
  local started
  { read -r supervisor started <"$1/supervisor"; } 2>/dev/null || return 1
  [[ $(start_time "$supervisor") == "$started" ]]
}

wait_for_supervisor() { # directory; uses $supervisor
  local started
  started=$(start_time "$supervisor") || return 0
  while [[ $(start_time "$supervisor") == "$started" ]]; do sleep 0.02; done
}

running_instances() {
  local process
  local -a words
  for process in /proc/[0-9]*; do
    [[ -O $process ]] || continue
    { mapfile -d '' -t words <"$process/cmdline"; } 2>/dev/null || continue
    if [[ ${words[1]-} == */lib/supervisor ]] && find_supervisor "${words[2]-}" && [[ $process == "/proc/$supervisor" ]]; then
      printf '%s\n' "${words[2]}"
    fi
  done
}
