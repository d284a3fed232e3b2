import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { BLOCK_LINES } from '../../ledger/block-sizes.ts'
import { blockOf, lastVersionOf } from './blocks.ts'
import type { FreeRange, Place } from './ranges.ts'

/** The line at which the sum of a range first reaches an amount. */
interface ReachingLine {
  version: bigint
  amountCents: bigint
  /** The sum of the range up to and including this line. */
  sumCents: bigint
}

/**
 * Returns the first place in a range at which the sum of the lines since the start of the range is `amountCents`. The
 * place is at the end of a line or inside a line. Returns undefined if the sum never reaches this amount. Reads only
 * the sums of blocks, the lines of two blocks, and the lines that are in no block yet. So the duration of the search
 * hardly grows with the number of lines.
 */
export async function findCut(
  ctx: Context,
  merchantId: string,
  range: FreeRange,
  amountCents: bigint,
): Promise<Place | undefined> {
  const line = await findReachingLine(ctx, merchantId, range, amountCents)
  if (!line) return undefined
  const excessCents = line.sumCents - amountCents
  if (excessCents === 0n) return { version: line.version + 1n, cents: 0n }
  return { version: line.version, cents: line.amountCents - excessCents }
}

async function findReachingLine(
  ctx: Context,
  merchantId: string,
  { from }: FreeRange,
  amountCents: bigint,
): Promise<ReachingLine | undefined> {
  const firstBlock = blockOf(from.version)
  const start = { merchantId, fromVersion: from.version, toVersion: lastVersionOf(firstBlock) }
  const inFirst = await scanLines(ctx, start, { beforeCents: -from.cents, amountCents })
  if (inFirst.reached) return inFirst.reached
  const { blockNo, isComplete, beforeCents } = await skipBlocks(ctx, merchantId, firstBlock + 1n, {
    beforeCents: inFirst.sumCents,
    amountCents,
  })
  const toVersion = isComplete ? lastVersionOf(blockNo) : undefined
  const rest = { merchantId, fromVersion: blockNo * BLOCK_LINES + 1n, toVersion }
  return (await scanLines(ctx, rest, { beforeCents, amountCents })).reached
}

/** The sum of all lines before the lines to read, and the sum to reach. */
interface Sums {
  beforeCents: bigint
  amountCents: bigint
}

/**
 * Reads lines in order until the sum reaches the amount. Returns the line that reaches the amount, or the sum of all
 * lines if no line reaches it.
 */
async function scanLines(
  ctx: Context,
  lines: { merchantId: string; fromVersion: bigint; toVersion: bigint | undefined },
  { beforeCents, amountCents }: Sums,
): Promise<{ reached: ReachingLine; sumCents?: never } | { reached: undefined; sumCents: bigint }> {
  const { merchantId, fromVersion, toVersion } = lines
  const within = selectPayableLines(ctx, merchantId).where('account_version', '>=', fromVersion)
  const bounded = toVersion === undefined ? within : within.where('account_version', '<=', toVersion)
  const running = bounded.select([
    'account_version as version',
    'amount_cents as amountCents',
    sql<bigint>`(${beforeCents}::bigint
      + sum(amount_cents) over (order by account_version rows unbounded preceding))::bigint`.as('sumCents'),
  ])
  const reached = await db(ctx)
    .selectFrom(running.as('line'))
    .selectAll()
    .where('sumCents', '>=', amountCents)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst()
  if (reached) return { reached }
  const total = await bounded.select(({ fn }) => fn.sum('amount_cents').as('cents')).executeTakeFirstOrThrow()
  return { reached: undefined, sumCents: beforeCents + BigInt(total.cents ?? 0n) }
}

/**
 * Finds the first stored block, starting with `firstBlock`, in which the sum reaches the amount. If no stored block
 * reaches the amount, returns the block number after the last stored block, and `isComplete` false. Without any stored
 * block, the returned block number is `firstBlock`. Also returns the sum of the lines before the returned block.
 */
async function skipBlocks(
  ctx: Context,
  merchantId: string,
  firstBlock: bigint,
  { beforeCents, amountCents }: Sums,
): Promise<{ blockNo: bigint; isComplete: boolean; beforeCents: bigint }> {
  const running = db(ctx)
    .selectFrom('payout_line_block')
    .select([
      'block_no as blockNo',
      'sum_cents as sumCents',
      'peak_cents as peakCents',
      sql<bigint>`(${beforeCents}::bigint + sum(sum_cents) over (order by block_no rows unbounded preceding)
        - sum_cents)::bigint`.as('beforeCents'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('block_no', '>=', firstBlock)
  const blocks = db(ctx).selectFrom(running.as('block')).select(['blockNo', 'beforeCents', 'sumCents'])
  const reaching = await blocks
    .where((block) =>
      block(sql<bigint>`${sql.ref('beforeCents')} + ${sql.ref('peakCents')}`, '>=', amountCents),
    )
    .orderBy('blockNo')
    .limit(1)
    .executeTakeFirst()
  if (reaching) return { ...reaching, isComplete: true }
  const last = await blocks.orderBy('blockNo', 'desc').limit(1).executeTakeFirst()
  if (!last) return { blockNo: firstBlock, isComplete: false, beforeCents }
  return { blockNo: last.blockNo + 1n, isComplete: false, beforeCents: last.beforeCents + last.sumCents }
}

/**
 * Selects the lines of a merchant whose amounts payouts transfer. These lines are all lines on `available`, except the
 * lines that payouts posted. Only entries of the types `gateway.external_payout`, `payout.reserved` and
 * `payout.released`, and their reversals, contain a payout id. `account_version` numbers the lines of a ledger account
 * in the order of posting.
 */
export const selectPayableLines = (ctx: Context, merchantId: string) =>
  db(ctx)
    .selectFrom('journal_line')
    .where('merchant_id', '=', merchantId)
    .where('account_code', '=', 'available')
    .where('payout_id', 'is', null)
