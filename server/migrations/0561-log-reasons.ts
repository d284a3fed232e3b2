import { Migration } from '@mikro-orm/migrations'

/** Adds the reason of a refusal to the request log. Calls that were logged earlier have no reason. */
export class LogReasons extends Migration {
  override up(): void {
    this.addSql('alter table request_log add column reason text')
    this.addSql(`comment on column request_log.reason is
      'The reason in the response of a refused call. Null for a success and for an error without reason.'`)
  }
}
