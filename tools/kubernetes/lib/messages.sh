# Messages of the commands, on standard error. Sourced.
# shellcheck shell=bash

say() {
  clear_line
  printf '%s\n' "$*" >&2
}

# Wrong use: one sentence that names what is wrong and what to do instead.
refuse() {
  say "$(basename "$0"): $*"
  exit 2
}

fail() {
  say "$(basename "$0"): $*"
  exit 1
}

line_shown=
if [[ -t 2 && ${TERM:-dumb} != dumb ]]; then terminal=yes; else terminal=; fi

# A terminal gets one line that changes; anything else gets a plain line per distinct step.
shown=
progress() { # step, detail that may change often
  local text=$1
  [[ ! $terminal ]] || text="$1${2:+ $2}"
  [[ $text != "$shown" ]] || return 0
  shown=$text
  if [[ $terminal ]]; then
    printf '\r\e[K%s' "${text:0:$((${COLUMNS:-80} - 1))}" >&2
    line_shown=yes
  else
    printf '%s\n' "$text" >&2
  fi
}

clear_line() {
  [[ ! $line_shown ]] || printf '\r\e[K' >&2
  line_shown=
}

need_tools() {
  local tool missing=()
  for tool in "$@"; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  ((${#missing[@]} == 0)) || refuse "needs ${missing[*]}, which the PATH does not have: install the package of that name (setpriv, setsid and flock come with util-linux)."
}

need_value() { # option, number of arguments left
  (($2 >= 2)) || refuse "$1 needs a value: see --help."
}
