import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the column for the API key that created a charge. Adding a nullable column without a default rewrites no table.
 * The column has no foreign key, because the check of a foreign key would lock the row of the API key for every new
 * charge.
 */
export class AddChargeKey extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  'alter table charge add column created_by_key_id uuid',
  `comment on column charge.created_by_key_id is
    'The API key that created the charge. Null in charges of older builds.'`,
]
