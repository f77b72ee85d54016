# Ports nobody uses at the moment. Sourced.
# shellcheck shell=bash

# Below the range from which the kernel serves outgoing connections. Two instances that pick the same port at the
# same moment are told apart by up: the one whose component finds the address in use starts again.
free_ports() { # how many
  local port hex chosen=' '
  while (($(wc --words <<<"$chosen") < $1)); do
    port=$((10000 + RANDOM % 20000))
    printf -v hex ':%04X ' "$port"
    [[ $chosen == *" $port "* ]] || grep --quiet --no-messages "$hex" /proc/net/tcp /proc/net/tcp6 || chosen+="$port "
  done
  printf '%s\n' "$chosen"
}
