#!/bin/sh
# Restarts processes of content-service@.service one after another. No request behind nginx.conf gets lost. As root:
#   rolling-restart.sh 3000 3001
# It ends with 1 if a process does not get ready within READY_SECONDS (60), and leaves the other processes as they are.
set -eu
[ $# -ge 2 ] || { echo 'Name the ports of two or more processes: rolling-restart.sh 3000 3001' >&2; exit 2; }

is_ready() {
  curl --silent --fail --output /dev/null --noproxy '*' --max-time 2 "http://127.0.0.1:$1/readyz"
}

for port in "$@"; do
  is_ready "$port" || { echo "The process at port $port is not ready. Repair it first: nothing was restarted." >&2; exit 1; }
done

for port in "$@"; do
  systemctl restart "content-service@$port"
  deadline=$(($(date +%s) + ${READY_SECONDS:-60}))
  until is_ready "$port"; do
    if [ "$(date +%s)" -ge "$deadline" ]; then
      echo "The process at port $port is not ready. Its log: journalctl -u content-service@$port" >&2
      exit 1
    fi
    sleep 0.2
  done
  echo "The process at port $port is ready."
done
