#!/bin/sh
# Restarts processes of content-service@.service one after another. No request behind nginx.conf gets lost. As root:
#   rolling-restart.sh 3000 3001
# It ends with 1 if a process is not ready within READY_SECONDS (60), and leaves the other processes as they are.
set -eu
[ $# -ge 2 ] || { echo 'Name the ports of two or more processes: rolling-restart.sh 3000 3001' >&2; exit 2; }

is_ready() {
  curl --silent --fail --output /dev/null --noproxy '*' --max-time 5 "http://127.0.0.1:$1/readyz"
}

wait_until_ready() {
  deadline=$(($(date +%s) + ${READY_SECONDS:-60}))
  until is_ready "$1"; do
    if [ "$(date +%s)" -ge "$deadline" ]; then
      echo "The process at port $1 is not ready. Its log: journalctl -u content-service@$1" >&2
      exit 1
    fi
    sleep 0.2
  done
}

# The others serve while one restarts.
for port in "$@"; do wait_until_ready "$port"; done
for port in "$@"; do
  systemctl restart "content-service@$port"
  wait_until_ready "$port"
  echo "The process at port $port is ready."
done
