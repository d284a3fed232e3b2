#!/bin/sh
# The postgres image runs this once, on a new cluster. Creates the service's two roles and its database.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv owner_password PIX_OWNER_PASSWORD
\getenv app_password PIX_APP_PASSWORD
CREATE ROLE pix_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE pix_app LOGIN PASSWORD :'app_password';
CREATE DATABASE pix OWNER pix_owner;
REVOKE ALL ON DATABASE pix FROM PUBLIC;
GRANT CONNECT ON DATABASE pix TO pix_app;
SQL
