import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the column for the API key or the person that requested the cancellation of a charge. Adding a nullable column
 * without a default rewrites no table.
 */
export class AddCancelActor extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  'alter table charge add column cancel_asked_actor text',
  `comment on column charge.cancel_asked_actor is
    'The actor that last requested the removal at the network: api-key:<id>, staff:<id> or cli. Null in charges of older builds.'`,
]
