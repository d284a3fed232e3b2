import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { REST_CHARS_MAX } from '../kernel/values/words.ts'
import type { ListConditions, Parameters } from './list-charges.sql.ts'

/**
 * The most index ranges that one search merges. A prefix with more ranges is so common that a scan of the newest
 * charges finds enough matches sooner.
 */
const RANGES_MAX = 100

/** A word in the payer names of a merchant. Its index rows are ordered by charge, newest first. */
interface WordRange {
  merchantId: string
  word: string
}

/**
 * Finds the index ranges that contain the names with `words`. Of several words, the first is complete, and its rows
 * store the words that follow. A single word is a prefix and may match many words. Returns undefined when there are
 * more than `RANGES_MAX` ranges.
 */
async function findRanges(
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

/**
 * Returns a subselect of `merchant_id, id` for the newest charges whose payer name contains `words`. It merges the
 * index ranges and checks each charge against `conditions` until `limit` match. Returns undefined when the words are
 * too common.
 */
export async function newestByPayerName(
  ctx: Context,
  given: ListConditions,
  { words, conditions, limit }: { words: string; conditions: string; limit: number },
  parameters: Parameters,
): Promise<string | undefined> {
  const ranges = await findRanges(ctx, given.merchantId, words)
  if (!ranges) return undefined
  if (ranges.length === 0) return `(select merchant_id, id from charge where false and ${conditions})`
  const within = boundsOf(given, words, parameters)
  const branches = ranges.map(
    ({ merchantId, word }) => `
      (select merchant_id, created_at, charge_id from charge_name_word
       where merchant_id = ${parameters.add(merchantId)} and word = ${parameters.add(word)}${within}
       order by created_at desc, charge_id desc)`,
  )
  return `(select found.merchant_id, found.id from (
      select distinct on (created_at, charge_id) * from (${branches.join(' union all ')}) as merged
      order by created_at desc, charge_id desc) as named
    cross join lateral (select * from charge where merchant_id = named.merchant_id and id = named.charge_id
      and ${conditions} offset 0) as found
    order by named.created_at desc, named.charge_id desc limit ${limit})`
}

/** Returns the conditions that the word rows can check themselves: the words that follow, the time and the cursor. */
function boundsOf(
  { after, createdFrom, createdTo }: ListConditions,
  words: string,
  parameters: Parameters,
): string {
  const all: string[] = []
  const rest = words.split(' ').slice(1).join(' ').slice(0, REST_CHARS_MAX)
  if (rest !== '') all.push(`rest like ${parameters.add(`${rest}%`)}`)
  if (createdFrom) all.push(`created_at >= ${parameters.add(createdFrom)}`)
  if (createdTo) all.push(`created_at < ${parameters.add(createdTo)}`)
  if (after) {
    const [at, id] = [parameters.add(after.createdAt), parameters.add(after.id)]
    all.push(`(created_at, charge_id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  return all.map((condition) => ` and ${condition}`).join('')
}
