import { Migration } from '@mikro-orm/migrations'

/**
 * Holds the returns of a database that was restored from a backup older than the migration `0360-return-hold`. That
 * migration releases the returns of every database, because an older database names no incarnation to compare with. A
 * restore or a promotion begins a new timeline, so a database on its first timeline was not restored. If
 * `0360-return-hold` was applied more than a day ago, the backup was made after it and contains the table
 * `return_hold`. Then a restore holds the returns without this migration.
 */
export class HoldReturnsOfOldBackups extends Migration {
  override up(): void {
    this.addSql(HOLD)
  }
}

const HOLD = `
  update return_hold
  set held_since = current_timestamp, updated_at = current_timestamp,
    reason = 'restored from a backup of a build that did not hold returns after a restore'
  where held_since is null
    and substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) <> '00000001'
    and exists (select from payment)
    and exists (
      select from migration
      where name = '0360-return-hold' and executed_at > current_timestamp - interval '1 day')`
