#!/usr/bin/env bash
# Restores the database as it was at a time, beside the running one, and starts it on port 5448:
# deploy/ha/restore.sh FOLDER '2026-11-28 17:30:00+00'
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
FOLDER=${1:?Usage: restore.sh FOLDER TIME}
TIME=${2:?Usage: restore.sh FOLDER TIME}
# shellcheck source=deploy/ha/processes.sh
. "$here/processes.sh"
# shellcheck disable=SC1091
. "$FOLDER/secrets"

end restored
target="$FOLDER/restored"
rm -rf "$target"
cd "$FOLDER"
echo "Restoring the state of $TIME to $target."
"${as_user[@]}" pgbackrest --config="$FOLDER/node1/pgbackrest.conf" --stanza=selvage --pg1-path="$target" \
  --type=time --target="$TIME" --target-action=promote restore
# These settings of Patroni belong to the running servers.
launch restored /usr/lib/postgresql/15/bin/postgres -D "$target" -c port=5448 -c listen_addresses=127.0.0.1 \
  -c archive_mode=off -c synchronous_standby_names= -c primary_conninfo= -c primary_slot_name= \
  -c "hba_file=$target/pg_hba.conf" -c "ident_file=$target/pg_ident.conf"
is_restored() {
  [ "$(PGPASSWORD=$SUPERUSER_PASSWORD psql -XqAt -h 127.0.0.1 -p 5448 -U postgres -c 'select pg_is_in_recovery()')" = f ]
}
wait_for 'the restored database on port 5448' is_restored
# The time of the restore must not stop a later recovery.
PGPASSWORD=$SUPERUSER_PASSWORD psql -XqAt -h 127.0.0.1 -p 5448 -U postgres -c 'alter system reset all'
