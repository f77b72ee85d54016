# Asks components whether they are ready. Sourced; the working directory is the instance's, and its settings are read.
# shellcheck shell=bash disable=SC2154

request() {
  curl --silent --fail --noproxy '*' --max-time 10 --user-agent sluice \
    --cacert certs/ca.crt --cert certs/admin.crt --key certs/admin.key "$@"
}

component_ready() { # component
  case $1 in
    etcd) curl --silent --fail --noproxy '*' --max-time 1 --unix-socket etcd.sock http://localhost/readyz ;;
    kube-apiserver) request "https://127.0.0.1:$api_port/readyz" ;;
    kube-scheduler) request "https://127.0.0.1:$scheduler_port/healthz" ;;
    kube-controller-manager) request "https://127.0.0.1:$controller_manager_port/healthz" ;;
    kwok) grep --quiet 'Watch nodes' logs/kwok.log ;;
  esac
}
