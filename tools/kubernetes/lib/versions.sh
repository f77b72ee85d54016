# The pinned versions and the paths of their binaries. Sourced; needs $tools (the folder of build, up and down).
# shellcheck shell=bash disable=SC2154

commands=(etcd kube-apiserver kube-controller-manager kube-scheduler kubectl kwok)

# Version numbers are only in the files of modules/.
pinned() { # module folder, module path
  local first second third
  while read -r first second third _; do
    [[ $first == require ]] && first=$second second=$third
    if [[ $first == "$2" && $second == v* ]]; then
      printf '%s\n' "${second#v}"
      return
    fi
  done <"$tools/modules/$1/go.mod"
  return 1
}

go_required() {
  sed --quiet 's/^go //p' "$tools"/modules/*/go.mod | sort --version-sort | tail --lines=1
}

kubernetes_version=$(pinned kubernetes k8s.io/kubernetes)
etcd_version=$(pinned etcd go.etcd.io/etcd/server/v3)
kwok_version=$(pinned kwok sigs.k8s.io/kwok)

architecture=$(uname -m)
case $architecture in
  x86_64) architecture=amd64 ;;
  aarch64) architecture=arm64 ;;
esac

cache=${SLUICE_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/sluice}/kubernetes
key=kubernetes-$kubernetes_version-etcd-$etcd_version-kwok-$kwok_version-linux-$architecture
# shellcheck disable=SC2034 # used by the scripts that source this file
binaries=$cache/$key/bin

built() {
  local command
  for command in "${commands[@]}"; do
    [[ -x $binaries/$command ]] || return 1
  done
}
