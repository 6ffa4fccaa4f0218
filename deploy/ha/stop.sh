#!/usr/bin/env bash
# Stops what start.sh and restore.sh have started in FOLDER, by process ID. The data stays: deploy/ha/stop.sh FOLDER
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
FOLDER=${1:?Usage: stop.sh FOLDER}
# shellcheck source=deploy/ha/processes.sh
. "$here/processes.sh"

for name in caddy app1 app2 pgbouncer haproxy restored; do end "$name"; done
# The standby stops first. So the primary does not fail over, and has all data.
standby=2
if curl -fs http://127.0.0.1:8042/primary >/dev/null 2>&1; then standby=1; fi
end "patroni$standby" 60
end "patroni$((3 - standby))" 60
# A PostgreSQL whose Patroni was killed is still running.
for n in 1 2; do
  file="$FOLDER/node$n/data/postmaster.pid"
  [ -f "$file" ] || continue
  read -r pid <"$file"
  if grep -qs "$FOLDER/node$n/data" "/proc/$pid/cmdline"; then
    kill -INT "$pid"
    echo "Stopped PostgreSQL of node$n with process ID $pid."
  fi
done
for n in 1 2 3; do end "etcd$n"; done
