import { Migration } from '@mikro-orm/migrations'

/**
 * A word of a payer's name carries what follows it, so that several words in a row are found by the first of them, newest
 * first, without a look at the charges.
 */
export class AddNameRest extends Migration {
  override up(): void {
    this.addSql('drop index charge_name_word_search')
    this.addSql('truncate charge_name_word')
    this.addSql(`alter table charge_name_word add column rest text not null default ''`)
    // Read from the index alone, which takes pages that a vacuum has seen; nothing but a vacuum by inserts comes here.
    this.addSql('alter table charge_name_word set (autovacuum_vacuum_insert_scale_factor = 0.02)')
    this.addSql(`
      insert into charge_name_word (merchant_id, word, rest, created_at, charge_id)
      select merchant_id, words[n], left(array_to_string(words[n + 1:], ' '), 40), created_at, id
      from (select merchant_id, id, created_at, string_to_array(payer_name_search, ' ') as words from charge) c
      cross join generate_subscripts(words, 1) as n where words[n] <> ''`)
    this.addSql(`create index charge_name_word_newest on charge_name_word
      (merchant_id, word text_pattern_ops, created_at desc, charge_id desc) include (rest)`)
  }
}
