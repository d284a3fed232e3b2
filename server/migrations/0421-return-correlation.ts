import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the correlation id to the returns, so that the outcome of a refund or a dispute carries the id of its request.
 * Adding a nullable column without a default rewrites no table.
 */
export class AddReturnCorrelation extends Migration {
  override up(): void {
    this.addSql('alter table network_return add column correlation_id uuid')
    this.addSql(`comment on column network_return.correlation_id is
      'Correlation id of the request, callback or job run that created the row. Null in rows of older builds.'`)
  }
}
