#!/bin/sh
# Run once by the image's entry point, when the database is made. The passwords are no arguments: those can be listed.
set -eu
PGOPTIONS="-c roles.owner=dashboard_owner -c roles.owner_password=$DATABASE_OWNER_PASSWORD \
-c roles.app=dashboard_app -c roles.app_password=$DATABASE_APP_PASSWORD" \
    psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --file /roles/roles.sql
