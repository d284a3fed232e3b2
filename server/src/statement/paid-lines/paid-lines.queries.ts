import type { Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../../kernel/database/page.ts'
import { countRows } from '../../kernel/database/count.ts'
import { db } from '../../kernel/database/tables.ts'
import { Problem } from '../../kernel/problem.ts'
import { selectPayableLines } from '../../payouts/lines/find-cut.ts'
import { listPayoutRanges, partOf, spansOf, type PaidRange } from '../../payouts/lines/payout-ranges.ts'
import { previewPayoutRanges } from '../../payouts/lines/preview-lines.ts'
import type { PayoutState } from '../../payouts/payout.entity.ts'
import { selectStatementLines, type StatementLine } from '../statement.line.ts'

/** A line that a payout paid or will pay, wholly or in part. */
export interface PaidLine extends StatementLine {
  /** The `account_version` of the line, which numbers the lines of the ledger account `available`. */
  version: bigint
  /**
   * The amount of the line that the payout paid. For all lines of a payout, these amounts sum to the amount of the
   * payout.
   */
  paidCents: bigint
}

const LIST = 'payout-lines.v1'
const RETRY_AFTER_SECONDS = 10

/**
 * Returns one page of the lines that a payout paid, in the order of posting. Each line appears once. Reading a late
 * page costs as much as reading the first.
 * @throws Problem not_found, reason `payout_not_found`: the id is unknown or malformed, or the payout is another
 * merchant's or not paid.
 * @throws Problem service_unavailable, reason `payout_lines_pending`: the job has not assigned lines to the payout yet.
 */
export const listPaidLines = (
  ctx: Context,
  merchantId: string,
  payoutId: string,
  page: PageRequest,
): Promise<Page<PaidLine>> => listLines(ctx, { merchantId, payoutId, states: PAID }, page)

/**
 * Returns one page of the lines of a paid or reserved payout, for staff. The lines of a reserved payout are those that
 * it will pay if the reserved payouts are paid in the order of their reservation. If another payout changes between two
 * pages, the second page continues after the last line of the first. A reserved payout causes no `payout_not_found`.
 * @throws Problem as `listPaidLines`.
 */
export const listPayoutLines = (
  ctx: Context,
  merchantId: string,
  payoutId: string,
  page: PageRequest,
): Promise<Page<PaidLine>> => listLines(ctx, { merchantId, payoutId, states: PAID_OR_RESERVED }, page)

const PAID: readonly PayoutState[] = ['paid']
const PAID_OR_RESERVED: readonly PayoutState[] = ['paid', 'reserved']

interface LinesOf {
  merchantId: string
  payoutId: string
  /** The states of a payout in which the caller may see its lines. */
  states: readonly PayoutState[]
}

async function listLines(ctx: Context, of: LinesOf, page: PageRequest): Promise<Page<PaidLine>> {
  const bound = { merchantId: of.merchantId, payoutId: of.payoutId }
  const cursor = page.cursor ? readCursor(ctx.vault, LIST, bound, page.cursor) : undefined
  const after = BigInt(cursor?.['version'] ?? 0)
  const ranges = await rangesOf(ctx, of, after)
  const lines = await readLines(ctx, { merchantId: of.merchantId, ranges, after }, page.limit + 1)
  return toPage(lines, page.limit, ({ version }) =>
    writeCursor(ctx.vault, LIST, bound, { version: version.toString() }),
  )
}

/** Counts the lines of a paid or reserved payout, at most `most`. @throws Problem as `listPaidLines`. */
export async function countPayoutLines(
  ctx: Context,
  merchantId: string,
  payoutId: string,
  most: number,
): Promise<number> {
  let count = 0
  const ranges = await rangesOf(ctx, { merchantId, payoutId, states: PAID_OR_RESERVED }, 0n)
  for (const { first, last } of spansOf(ranges, 0n)) {
    if (count >= most) break
    const lines = selectPayableLines(ctx, merchantId)
      .select('journal_id')
      .where('account_version', '>=', first)
      .where('account_version', '<=', last)
      .orderBy('account_version')
      .limit(most - count)
    count += await countRows(ctx, lines)
  }
  return count
}

/** Returns the ranges of lines of a payout that contain a line whose `account_version` is greater than `after`. */
async function rangesOf(
  ctx: Context,
  { merchantId, payoutId: id, states }: LinesOf,
  after: bigint,
): Promise<PaidRange[]> {
  const payout = isUuid(id)
    ? await db(ctx)
        .selectFrom('payout')
        .select(['state', 'amount_cents as amountCents', 'lines_assigned_at as assignedAt'])
        .where('merchant_id', '=', merchantId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!payout || !states.includes(payout.state))
    throw new Problem('not_found', { reason: 'payout_not_found' })
  const { state, amountCents, assignedAt } = payout
  const ranges =
    state === 'reserved'
      ? await previewPayoutRanges(ctx, { merchantId, id, amountCents })
      : assignedAt && (await listPayoutRanges(ctx, merchantId, id, after))
  if (!ranges)
    throw new Problem('service_unavailable', {
      reason: 'payout_lines_pending',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  return ranges
}

/** Reads the next lines of the ranges, at most `limit`, with an `account_version` above `after`. */
async function readLines(
  ctx: Context,
  { merchantId, ranges, after }: { merchantId: string; ranges: readonly PaidRange[]; after: bigint },
  limit: number,
): Promise<PaidLine[]> {
  const paid: PaidLine[] = []
  for (const span of spansOf(ranges, after)) {
    const lines = await selectStatementLines(ctx, merchantId)
      .select('l.account_version as version')
      .where('l.account_code', '=', 'available')
      .where('l.payout_id', 'is', null)
      .where('l.account_version', '>=', span.first)
      .where('l.account_version', '<=', span.last)
      .orderBy('l.account_version')
      .limit(limit - paid.length)
      .execute()
    for (const line of lines) paid.push({ ...line, paidCents: partOf(ranges, line) })
    if (paid.length === limit) break
  }
  return paid
}
