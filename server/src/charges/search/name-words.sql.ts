import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'

/**
 * The most index ranges that one search merges. A prefix with more ranges is so common that a scan of the newest
 * charges finds enough matches sooner.
 */
const RANGES_MAX = 100

/** A word in the payer names of a merchant. Its index rows are ordered by charge, newest first. */
export interface WordRange {
  merchantId: string
  word: string
}

/**
 * Finds the index ranges that contain the names with `words`. Of several words, the first is complete, and its rows
 * store the words that follow. A single word is a prefix and may match many words. Returns undefined when there are
 * more than `RANGES_MAX` ranges.
 */
export async function findRanges(
  ctx: Context,
  merchantId: string | null,
  words: string,
): Promise<WordRange[] | undefined> {
  const [first = '', ...others] = words.split(' ')
  if (merchantId !== null && others.length > 0) return [{ merchantId, word: first }]
  const ranges = await sql<WordRange>(ctx, others.length > 0 ? WITH_WORD : WITH_BEGINNING, [
    merchantId,
    others.length > 0 ? first : `${first}%`,
    RANGES_MAX + 1,
  ])
  return ranges.length > RANGES_MAX ? undefined : ranges
}

const WITH_WORD = `
  select id as "merchantId", $2::text as word from merchant
  where ($1::uuid is null or id = $1) and exists (
    select from charge_name_word where merchant_id = merchant.id and word = $2) limit $3`

// A loose index scan: jumps from word to word, regardless of the number of charges of each word.
const WITH_BEGINNING = `
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
