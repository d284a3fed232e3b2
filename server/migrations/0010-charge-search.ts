import { Migration } from '@mikro-orm/migrations'

/**
 * What the search for charges probes: the words of payers' names, and the exact forms over all merchants. One row a
 * word, so that the beginning of any word is a range of an index, newest charges known without looking at them.
 */
export class AddChargeSearch extends Migration {
  override up(): void {
    // No foreign key: the words are derived, go with their charge, and a search joins them to it anyway.
    this.addSql(`
      create table charge_name_word (
        merchant_id uuid not null,
        word text not null,
        created_at timestamptz(3) not null,
        charge_id uuid not null
      )`)
    this.addSql(`
      insert into charge_name_word
      select distinct merchant_id, word, created_at, id
      from charge, regexp_split_to_table(payer_name_search, ' ') as word where word <> ''`)
    this.addSql(`create index charge_name_word_search
      on charge_name_word (merchant_id, word text_pattern_ops, created_at desc, charge_id desc)`)
    this.addSql('drop index charge_by_document')
    this.addSql(`create index charge_by_document on charge (payer_document_hash, created_at desc, id desc)
      where payer_document_hash is not null`)
    this.addSql('create index charge_by_order_reference on charge (order_reference)')
    this.addSql('grant select, insert, delete on charge_name_word to pix_app')
  }
}
