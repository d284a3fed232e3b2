import { Migration } from '@mikro-orm/migrations'

/**
 * Sets the timeouts of the database roles of the service and of the console. Normally the owner of a database may not
 * alter roles. In that case this migration changes nothing, and the command `migrate` prints the statements for an
 * administrator.
 */
export class LimitRoles extends Migration {
  override up(): void {
    this.addSql(ALTER_ROLES)
  }
}

const ALTER_ROLES = `
  do $$
  begin
    alter role pix_app set statement_timeout = '30s';
    alter role pix_app set lock_timeout = '10s';
    alter role pix_app set idle_in_transaction_session_timeout = '60s';
    if exists (select from pg_roles where rolname = 'pix_console') then
      alter role pix_console set statement_timeout = '5s';
      alter role pix_console set lock_timeout = '2s';
      alter role pix_console set idle_in_transaction_session_timeout = '30s';
    end if;
  exception when insufficient_privilege then
    raise notice 'the roles keep their limits: %', sqlerrm;
  end
  $$`
