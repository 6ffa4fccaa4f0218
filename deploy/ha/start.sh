#!/usr/bin/env bash
# Starts a highly available installation on one machine, by ports: deploy/ha/start.sh FOLDER
# FOLDER (an absolute path) gets all data, secrets and logs. docs/high-availability.md describes the parts.
# SEED, RATE_LIMIT and LOG_LEVEL are passed on to the app.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
FOLDER=${1:?Usage: start.sh FOLDER}
case $FOLDER in /*) ;; *) echo "FOLDER must be an absolute path." >&2 && exit 1 ;; esac
# shellcheck source=deploy/ha/processes.sh
. "$here/processes.sh"

for program in etcd etcdctl patroni haproxy pgbouncer pgbackrest caddy curl openssl setpriv; do
  command -v "$program" >/dev/null && continue
  echo "$program is missing: apt install patroni etcd-server etcd-client haproxy pgbouncer pgbackrest caddy curl openssl" >&2
  exit 1
done
node=$(find "$root"/node_modules/node-linux-*/bin/node 2>/dev/null | head -n 1)
if [ -z "$node" ] || [ ! -f "$root/dist/server/main.js" ]; then echo "The app is not built: npm run build" >&2 && exit 1; fi

umask 077
mkdir -p "$FOLDER"/{pids,log,lock,repository,run,node1,node2,etcd1,etcd2,etcd3,app1,app2}
if [ ! -f "$FOLDER/secrets" ]; then
  for name in SUPERUSER REPLICATION APP CIPHER; do echo "${name}_PASSWORD=$(openssl rand -hex 24)"; done >"$FOLDER/secrets"
  echo "SEAL_KEY=$(openssl rand -hex 32)" >>"$FOLDER/secrets"
fi
# shellcheck disable=SC1091
. "$FOLDER/secrets"

# fill TEMPLATE TARGET [NODE DB_PORT API_PORT]
fill() {
  sed -e "s|@FOLDER@|$FOLDER|g" -e "s|@CIPHER@|$CIPHER_PASSWORD|g" -e "s|@ROOT@|$root|g" \
    -e "s|@NODE@|${3:-}|g" -e "s|@DB_PORT@|${4:-}|g" -e "s|@API_PORT@|${5:-}|g" "$here/$1" >"$2"
}
for n in 1 2; do
  fill patroni.yml "$FOLDER/node$n/patroni.yml" "node$n" "544$n" "804$n"
  fill pgbackrest.conf "$FOLDER/node$n/pgbackrest.conf" "node$n" "544$n" "804$n"
done
fill haproxy.cfg "$FOLDER/haproxy.cfg"
fill pgbouncer.ini "$FOLDER/pgbouncer.ini"
fill Caddyfile "$FOLDER/Caddyfile"
echo "\"selvage\" \"$APP_PASSWORD\"" >"$FOLDER/pgbouncer-users.txt"
if [ "$(id -u)" = 0 ]; then chown -R postgres: "$FOLDER"; fi
cd "$FOLDER"

members='etcd1=http://127.0.0.1:23801,etcd2=http://127.0.0.1:23802,etcd3=http://127.0.0.1:23803'
for n in 1 2 3; do
  launch "etcd$n" etcd --name="etcd$n" --data-dir="$FOLDER/etcd$n" \
    --listen-client-urls="http://127.0.0.1:2379$n" --advertise-client-urls="http://127.0.0.1:2379$n" \
    --listen-peer-urls="http://127.0.0.1:2380$n" --initial-advertise-peer-urls="http://127.0.0.1:2380$n" \
    --initial-cluster="$members" --initial-cluster-token=selvage --initial-cluster-state=new \
    --heartbeat-interval=250 --election-timeout=2500 --auto-compaction-retention=1 --logger=zap --log-level=warn
done
wait_for 'etcd' env ETCDCTL_API=3 etcdctl --endpoints=http://127.0.0.1:23791 endpoint health

start_patroni() {
  launch "patroni$1" "PATRONI_SUPERUSER_PASSWORD=$SUPERUSER_PASSWORD" \
    "PATRONI_REPLICATION_PASSWORD=$REPLICATION_PASSWORD" patroni "$FOLDER/node$1/patroni.yml"
}
is_primary_there() { curl -fs http://127.0.0.1:8041/primary || curl -fs http://127.0.0.1:8042/primary; }
is_standby_there() { curl -fs http://127.0.0.1:8041/synchronous || curl -fs http://127.0.0.1:8042/synchronous; }
# pgbackrest_on NODE COMMAND …
pgbackrest_on() {
  local n=$1
  shift
  "${as_user[@]}" env "PGPASSWORD=$SUPERUSER_PASSWORD" pgbackrest --config="$FOLDER/node$n/pgbackrest.conf" --stanza=selvage "$@"
}
# The node that was stopped last has all data, so both start at once if there is data.
start_patroni 1
if [ ! -d "$FOLDER/node2/data" ]; then
  wait_for 'first PostgreSQL' is_primary_there
  pgbackrest_on 1 stanza-create
fi
start_patroni 2
wait_for 'primary' is_primary_there
wait_for 'synchronous standby' is_standby_there

launch haproxy haproxy -db -f "$FOLDER/haproxy.cfg"
psql() { PGPASSWORD=$SUPERUSER_PASSWORD command psql -X -v ON_ERROR_STOP=1 -qAt -h 127.0.0.1 -p 5440 -U postgres "$@"; }
wait_for 'HAProxy' psql -c 'select 1'
if [ "$(psql -c "select count(*) from pg_roles where rolname = 'selvage'")" = 0 ]; then
  psql -c "create role selvage login password '$APP_PASSWORD'"
  psql -c 'create database selvage owner selvage'
  # PgBouncer in transaction mode cannot pass the timeouts of the app on.
  psql -c "alter role selvage set statement_timeout = '4s'"
  psql -c "alter role selvage set idle_in_transaction_session_timeout = '15s'"
  echo 'Created the database.'
fi

if [ ! -d "$FOLDER/repository/backup/selvage/latest" ] && [ ! -L "$FOLDER/repository/backup/selvage/latest" ]; then
  primary=1
  if curl -fs http://127.0.0.1:8042/primary >/dev/null; then primary=2; fi
  pgbackrest_on "$primary" --type=full backup
  echo 'Made the first full backup.'
fi

launch pgbouncer pgbouncer "$FOLDER/pgbouncer.ini"
is_pooler_there() { PGPASSWORD=$APP_PASSWORD command psql -X -h 127.0.0.1 -p 6440 -U selvage -c 'select 1' selvage; }
wait_for 'PgBouncer' is_pooler_there
for n in 1 2; do
  launch "app$n" "DATABASE_URL=postgres://selvage:$APP_PASSWORD@127.0.0.1:6440/selvage?pgbouncer=true" \
    "DATABASE_LISTEN_URL=postgres://selvage:$APP_PASSWORD@127.0.0.1:5440/selvage" \
    "PORT=304$n" "METRICS_PORT=1304$n" "DATA_DIR=$FOLDER/app$n" "SEAL_KEY=$SEAL_KEY" "SEED=${SEED:-none}" \
    "RATE_LIMIT=${RATE_LIMIT:-on}" "LOG_LEVEL=${LOG_LEVEL:-info}" PUBLIC_URL=http://127.0.0.1:8440 TRUST_PROXY=loopback \
    STOP_DELAY=5 NODE_ENV=production "NODE_COMPILE_CACHE=$FOLDER/app$n/compiled" \
    "$node" "$root/dist/server/main.js"
  # The first process migrates the database.
  wait_for "app$n" curl -fs "http://127.0.0.1:304$n/readyz"
done
launch caddy caddy run --adapter caddyfile --config "$FOLDER/Caddyfile"
wait_for 'the site at http://127.0.0.1:8440' curl -fs http://127.0.0.1:8440/readyz
