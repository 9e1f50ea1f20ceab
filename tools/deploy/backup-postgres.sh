#!/bin/sh
# Saves a PostgreSQL database to a file in this folder, and removes the files that are older than KEEP_DAYS (14).
# PGDATABASE names the database; PGHOST, PGUSER and PGPASSWORD reach it, as for psql. docs/backups.md explains the restore.
#   PGDATABASE=content backup-postgres.sh /var/backups/content-service
set -eu
umask 077
[ $# -eq 1 ] || { echo 'Name one folder: backup-postgres.sh /var/backups/content-service' >&2; exit 2; }
: "${PGDATABASE:?Set PGDATABASE to the name of the database}"

folder=$(CDPATH='' cd -- "$1" && pwd)
# After `su postgres`, the account may not open the working folder of its caller; find must be able to return to its own.
cd /
file="$folder/content-service-$(date -u +%Y-%m-%dT%H-%M-%SZ).dump"
trap 'rm -f "$file.part"' EXIT
pg_dump --format=custom --no-owner --no-privileges --no-comments --file="$file.part"
# A file that pg_restore can read was written to its end. Until then it has another name.
pg_restore --list "$file.part" >/dev/null
mv "$file.part" "$file"
find "$folder" -maxdepth 1 -name 'content-service-*.dump' -mtime "+${KEEP_DAYS:-14}" -delete
echo "$file"
