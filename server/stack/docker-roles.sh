#!/bin/sh
# Creates the service's three roles and its database. The postgres image runs this script once, on a new cluster.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv owner_password PIX_OWNER_PASSWORD
\getenv app_password PIX_APP_PASSWORD
\getenv console_password PIX_CONSOLE_PASSWORD
CREATE ROLE pix_owner LOGIN PASSWORD :'owner_password';
GRANT pg_read_all_stats TO pix_owner;
CREATE ROLE pix_app LOGIN PASSWORD :'app_password';
CREATE ROLE pix_console LOGIN PASSWORD :'console_password' IN ROLE pix_app;
ALTER ROLE pix_app SET statement_timeout = '30s';
ALTER ROLE pix_app SET lock_timeout = '1s';
ALTER ROLE pix_app SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE pix_console SET statement_timeout = '5s';
ALTER ROLE pix_console SET lock_timeout = '2s';
ALTER ROLE pix_console SET idle_in_transaction_session_timeout = '30s';
CREATE DATABASE pix OWNER pix_owner;
REVOKE ALL ON DATABASE pix FROM PUBLIC;
GRANT CONNECT ON DATABASE pix TO pix_app;
SQL
