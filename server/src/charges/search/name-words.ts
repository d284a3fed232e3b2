import type { Expression, SqlBool } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { REST_CHARS_MAX } from '../../kernel/values/words.ts'
import type { ListConditions } from '../select-charges.ts'
import { findWordsByPrefix, type WordRange } from './name-words.sql.ts'

/**
 * The maximum number of index ranges that one search merges. A prefix with more ranges is so common that scanning the
 * newest charges finds enough matches sooner.
 */
const RANGES_MAX = 100

/**
 * Returns a query of the keys of the newest charges whose payer name contains `words`. The query merges the index
 * ranges and checks each charge against `condition` until `limit` charges match. Returns undefined if the words are too
 * common.
 */
export async function newestByPayerName(
  ctx: Context,
  given: ListConditions,
  { words, condition, limit }: { words: string; condition: Expression<SqlBool>; limit: number },
) {
  const ranges = await findRanges(ctx, given.merchantId, words)
  if (!ranges) return undefined
  const [first, ...others] = ranges.map((range) => rangeRows(ctx, given, { ...range, words }))
  if (!first) return noKeys(ctx)
  const merged = others.reduce((all, range) => all.unionAll(range), first)
  return db(ctx)
    .selectFrom((word) =>
      word
        .selectFrom(merged.as('merged'))
        .distinctOn(['created_at', 'charge_id'])
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('charge_id', 'desc')
        .as('named'),
    )
    .innerJoinLateral(
      (word) =>
        word
          .selectFrom('charge')
          .select(['charge.merchant_id', 'charge.id'])
          .whereRef('charge.merchant_id', '=', 'named.merchant_id')
          .whereRef('charge.id', '=', 'named.charge_id')
          .where(condition)
          // `offset 0` forces one index lookup per charge of `named`, newest first. Without `offset 0`, the planner
          // would join all these charges and sort them.
          .offset(word.lit(0))
          .as('found'),
      (join) => join.onTrue(),
    )
    .select(['found.merchant_id', 'found.id'])
    .orderBy('named.created_at', 'desc')
    .orderBy('named.charge_id', 'desc')
    .limit(limit)
}

/**
 * Finds the index ranges of the names that contain `words`. If there are several words, searches only for the first
 * word, as a complete word. The rows of that word also store the words that follow in the name. A single word is
 * treated as a prefix, so this prefix may match many words. Returns undefined if there are more than `RANGES_MAX`
 * ranges.
 */
async function findRanges(
  ctx: Context,
  merchantId: string | null,
  words: string,
): Promise<WordRange[] | undefined> {
  const [first = '', ...others] = words.split(' ')
  if (merchantId !== null && others.length > 0) return [{ merchantId, word: first }]
  const limit = RANGES_MAX + 1
  const ranges =
    others.length > 0
      ? await findRangesOfWord(ctx, first, limit)
      : await findWordsByPrefix(ctx, merchantId, { prefix: first, limit })
  return ranges.length > RANGES_MAX ? undefined : ranges
}

/** Finds the ranges of one complete word in the names of all merchants. */
async function findRangesOfWord(ctx: Context, word: string, limit: number): Promise<WordRange[]> {
  const merchants = await db(ctx)
    .selectFrom('merchant')
    .select('merchant.id')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('charge_name_word as w')
          .select('w.word')
          .whereRef('w.merchant_id', '=', 'merchant.id')
          .where('w.word', '=', word),
      ),
    )
    .limit(limit)
    .execute()
  return merchants.map(({ id }) => ({ merchantId: id, word }))
}

const noKeys = (ctx: Context) =>
  db(ctx)
    .selectFrom('charge')
    .select(['charge.merchant_id', 'charge.id'])
    .where((eb) => eb.lit(false))

/**
 * Selects the rows of one range, newest first. Applies only the conditions on columns of table `charge_name_word`. The
 * order of the rows allows the planner to merge the ranges. Without this order, the planner would read all ranges
 * completely and sort their rows.
 */
function rangeRows(
  ctx: Context,
  { after, createdFrom, createdTo }: ListConditions,
  { merchantId, word, words }: WordRange & { words: string },
) {
  const rest = words.split(' ').slice(1).join(' ').slice(0, REST_CHARS_MAX)
  const rows = db(ctx)
    .selectFrom('charge_name_word')
    .select(['merchant_id', 'created_at', 'charge_id'])
    .where('merchant_id', '=', merchantId)
    .where('word', '=', word)
    .$if(rest !== '', (range) => range.where('rest', 'like', `${rest}%`))
    .where((eb) => {
      const all: Expression<SqlBool>[] = []
      if (createdFrom) all.push(eb('created_at', '>=', createdFrom))
      if (createdTo) all.push(eb('created_at', '<', createdTo))
      if (after)
        all.push(eb(eb.refTuple('created_at', 'charge_id'), '<', eb.tuple(after.createdAt, after.id)))
      return eb.and(all)
    })
    .orderBy('created_at', 'desc')
    .orderBy('charge_id', 'desc')
  return db(ctx).selectFrom(rows.as('named_charge')).selectAll()
}
