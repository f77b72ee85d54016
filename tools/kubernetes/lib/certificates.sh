# The certificate authority of an instance, and its certificates. Sourced.
# shellcheck shell=bash

# Without a configuration of ours, OpenSSL would add the extensions of the machine's openssl.cnf.
openssl_request() {
  openssl req -config <(printf '[req]\ndistinguished_name=name\n[name]\n') -x509 -newkey ec \
    -pkeyopt ec_paramgen_curve:P-256 -noenc -days 3650 "$@"
}

certificate() { # directory, file name, subject, extensions ...
  local directory=$1 file=$2 subject=$3 extension options=()
  shift 3
  for extension in "$@"; do options+=(-addext "$extension"); done
  openssl_request -CA "$directory/ca.crt" -CAkey "$directory/ca.key" -subj "$subject" \
    -keyout "$directory/$file.key" -out "$directory/$file.crt" \
    -addext 'basicConstraints=CA:FALSE' -addext 'keyUsage=digitalSignature' "${options[@]}"
}

sign_all() { # directory
  local user process processes=()
  openssl_request -subj /CN=sluice-kubernetes -keyout "$1/ca.key" -out "$1/ca.crt" \
    -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=digitalSignature,keyCertSign,cRLSign' || return
  # kube-apiserver takes this key for both halves only in the older of the two PEM forms, which ecparam writes.
  openssl ecparam -name prime256v1 -genkey -noout -out "$1/service-accounts.key" &
  processes+=($!)
  certificate "$1" server /CN=kube-apiserver extendedKeyUsage=serverAuth \
    subjectAltName=IP:127.0.0.1,IP:10.96.0.1,DNS:localhost,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc &
  processes+=($!)
  certificate "$1" front-proxy /CN=front-proxy extendedKeyUsage=clientAuth &
  processes+=($!)
  # As cluster administrators they need not wait for the API server to write its default roles, which takes a second.
  for user in admin kwok system:kube-controller-manager system:kube-scheduler; do
    certificate "$1" "${user#system:}" "/O=system:masters/CN=$user" extendedKeyUsage=clientAuth &
    processes+=($!)
  done
  for process in "${processes[@]}"; do wait "$process" || return; done
}

write_certificates() { # directory
  mkdir "$1"
  sign_all "$1" 2>"$1/openssl.log" || fail "openssl could not make the certificates (it takes OpenSSL 3 or newer); $1/openssl.log says why."
}

write_kubeconfig() { # certificates, user, server, file
  cat >"$4" <<YAML
apiVersion: v1
kind: Config
clusters:
- name: sluice
  cluster:
    server: $3
    certificate-authority-data: $(base64 --wrap=0 "$1/ca.crt")
users:
- name: $2
  user:
    client-certificate-data: $(base64 --wrap=0 "$1/$2.crt")
    client-key-data: $(base64 --wrap=0 "$1/$2.key")
contexts:
- name: sluice
  context: {cluster: sluice, user: $2}
current-context: sluice
YAML
}
