import { Migration } from '@mikro-orm/migrations'

/** Counters that several processes share when they have no Redis. Losing them loses nothing: they are not logged. */
export class AddRateLimit extends Migration {
  override up(): void {
    this.addSql(`create unlogged table rate_limit (
      key varchar(255) primary key, points integer not null default 0, expire bigint)`)
    this.addSql('grant select, insert, update, delete on rate_limit to pix_app')
  }
}
