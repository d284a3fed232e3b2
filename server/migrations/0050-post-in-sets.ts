import { Migration } from '@mikro-orm/migrations'
import { LEDGER_FIELD, POST_ENTRIES_IN_SETS } from './functions/post-entries-in-sets.ts'

/** Posting in sets, and an index of reversals that entries which reverse nothing do not pay for. */
export class PostInSets extends Migration {
  override up(): void {
    this.addSql('alter table journal_entry drop constraint journal_entry_merchant_id_reverses_id_key')
    // Partial also so that nobody's plan takes it for a way to an entry: without statistics it looks as good as the key.
    this.addSql(`create unique index journal_entry_merchant_id_reverses_id_key
      on journal_entry (merchant_id, reverses_id) where reverses_id is not null`)
    this.addSql(LEDGER_FIELD)
    this.addSql('revoke all on function ledger_field(text) from public')
    this.addSql(POST_ENTRIES_IN_SETS)
  }
}
