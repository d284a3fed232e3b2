import { Migration } from '@mikro-orm/migrations'

/**
 * Lowers the lock timeout of the service's role, so that a request that waits for a lock is answered within 5 s. Does
 * not change a value that an administrator chose. Normally the owner of a database may not alter roles. In that case
 * this migration changes nothing, and the command `migrate` prints the statement for an administrator.
 */
export class LowerLockTimeout extends Migration {
  override up(): void {
    this.addSql(ALTER_ROLE)
  }
}

const ALTER_ROLE = `
  -- lint-ignore ban-do-block: it changes only a role.
  do $$
  begin
    if exists (select from pg_roles where rolname = 'pix_app' and 'lock_timeout=10s' = any(rolconfig)) then
      alter role pix_app set lock_timeout = '1s';
    end if;
  exception when insufficient_privilege then
    raise notice 'the role keeps its lock timeout: %', sqlerrm;
  end
  $$`
