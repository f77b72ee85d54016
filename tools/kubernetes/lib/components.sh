# The command line of each component. Sourced by the supervisor, whose working directory is the instance's;
# needs what up wrote into the file settings.
# shellcheck shell=bash disable=SC2154

# etcd listens on sockets inside the instance: no port to clash with, and no other instance can reach it.
# Its advertised addresses are only names; a single member never dials itself.
run_etcd() {
  guarded "$binaries/etcd" --data-dir=etcd --unsafe-no-fsync --heartbeat-interval=20 --election-timeout=100 --log-level=warn \
    --listen-client-urls=unix://etcd.sock --advertise-client-urls=http://localhost:1 \
    --listen-peer-urls=unix://peer.sock --initial-advertise-peer-urls=http://localhost:1 \
    --initial-cluster=default=http://localhost:1 --quota-backend-bytes=8589934592 --auto-compaction-retention=1h
}

run_kube-apiserver() {
  local options=() disabled=
  # Both plugins count on the controller manager: one waits for service accounts, one adds a taint to new nodes.
  with controller-manager || disabled=ServiceAccount,TaintNodesByCondition
  [[ ! $disabled ]] || options+=("--disable-admission-plugins=$disabled")
  [[ ! $feature_gates ]] || options+=("--feature-gates=$feature_gates")
  [[ ! $runtime_config ]] || options+=("--runtime-config=$runtime_config")
  [[ ! $compaction_interval ]] || options+=("--etcd-compaction-interval=$compaction_interval")
  [[ ! $audit_policy ]] || options+=("--audit-policy-file=$audit_policy" --audit-log-path=logs/audit.log)
  guarded "$binaries/kube-apiserver" --etcd-servers=unix://etcd.sock \
    --bind-address=127.0.0.1 --secure-port="$api_port" --advertise-address=127.0.0.1 --endpoint-reconciler-type=none \
    --tls-cert-file=certs/server.crt --tls-private-key-file=certs/server.key --client-ca-file=certs/ca.crt \
    --requestheader-client-ca-file=certs/ca.crt --requestheader-allowed-names=front-proxy \
    --requestheader-username-headers=X-Remote-User --requestheader-group-headers=X-Remote-Group \
    --requestheader-extra-headers-prefix=X-Remote-Extra- \
    --proxy-client-cert-file=certs/front-proxy.crt --proxy-client-key-file=certs/front-proxy.key \
    --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction --allow-privileged \
    --service-account-issuer=https://kubernetes.default.svc --service-cluster-ip-range=10.96.0.0/16 \
    --service-account-key-file=certs/service-accounts.key --service-account-signing-key-file=certs/service-accounts.key \
    --max-requests-inflight=4000 --max-mutating-requests-inflight=2000 "${options[@]}"
}

run_kube-controller-manager() {
  guarded "$binaries/kube-controller-manager" --kubeconfig=certs/kube-controller-manager.kubeconfig \
    --authentication-kubeconfig=certs/kube-controller-manager.kubeconfig \
    --authorization-kubeconfig=certs/kube-controller-manager.kubeconfig \
    --bind-address=127.0.0.1 --secure-port="$controller_manager_port" --leader-elect=false \
    --tls-cert-file=certs/server.crt --tls-private-key-file=certs/server.key \
    --service-account-private-key-file=certs/service-accounts.key \
    --root-ca-file=certs/ca.crt --cluster-signing-cert-file=certs/ca.crt --cluster-signing-key-file=certs/ca.key \
    --kube-api-qps=5000 --kube-api-burst=10000 --concurrent-job-syncs=32 ${feature_gates:+"--feature-gates=$feature_gates"}
}

run_kube-scheduler() {
  guarded "$binaries/kube-scheduler" --config=kube-scheduler.yaml \
    --authentication-kubeconfig=certs/kube-scheduler.kubeconfig --authorization-kubeconfig=certs/kube-scheduler.kubeconfig \
    --bind-address=127.0.0.1 --secure-port="$scheduler_port" \
    --tls-cert-file=certs/server.crt --tls-private-key-file=certs/server.key ${feature_gates:+"--feature-gates=$feature_gates"}
}

# A lease is renewed after a quarter of its duration: 30 s, within the 50 s after which a node counts as lost.
run_kwok() {
  local stage options=()
  for stage in "$tools"/stages/*.yaml; do options+=("--config=$stage"); done
  guarded "$binaries/kwok" --kubeconfig=certs/kwok.kubeconfig --config=kwok.yaml "${options[@]}" \
    --manage-nodes-with-label-selector=type=kwok --node-lease-duration-seconds=120 --cidr=10.128.0.1/9
}

write_configuration() {
  local user
  for user in admin kube-controller-manager kube-scheduler kwok; do
    write_kubeconfig certs "$user" "https://127.0.0.1:$api_port" "certs/$user.kubeconfig"
  done
  mv certs/admin.kubeconfig kubeconfig
  cat >kube-scheduler.yaml <<'YAML'
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection: {leaderElect: false}
clientConnection: {kubeconfig: certs/kube-scheduler.kubeconfig, qps: 5000, burst: 10000}
YAML
  cat >kwok.yaml <<'YAML'
apiVersion: config.kwok.x-k8s.io/v1alpha1
kind: KwokConfiguration
options:
  podPlayStageParallelism: 32
  nodePlayStageParallelism: 32
  nodeLeaseParallelism: 32
YAML
}
