import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'

/**
 * A word that occurs in payer names of one merchant. In the index, the charges of this word are one range, ordered by
 * creation time.
 */
export interface WordRange {
  merchantId: string
  word: string
}

/**
 * Finds the words that begin with `prefix`, with their merchants: at most `limit` index ranges. If `merchantId` is
 * null, searches all merchants.
 */
export const findWordsByPrefix = (
  ctx: Context,
  merchantId: string | null,
  { prefix, limit }: { prefix: string; limit: number },
): Promise<WordRange[]> => sql<WordRange>(ctx, BY_PREFIX, [merchantId, `${prefix}%`, limit])

// A loose index scan, which reads one index row for each word, however many charges have this word.
const BY_PREFIX = `
  select merchant.id as "merchantId", known.word from merchant cross join lateral (
    with recursive known as (
      (select word from charge_name_word where merchant_id = merchant.id and word like $2
        order by word using ~<~ limit 1)
      union all
      select (select w.word from charge_name_word w where w.merchant_id = merchant.id and w.word like $2
        and w.word ~>~ known.word order by w.word using ~<~ limit 1)
      from known where known.word is not null)
    select word from known where word is not null limit $3) known
  where $1::uuid is null or merchant.id = $1 limit $3`
