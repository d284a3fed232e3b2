import type { Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../../kernel/database/page.ts'
import { countRows } from '../../kernel/database/count.ts'
import { db } from '../../kernel/database/tables.ts'
import { Problem } from '../../kernel/problem.ts'
import { selectPayableLines } from '../../payouts/lines/find-cut.ts'
import { listPayoutRanges, partOf, spansOf } from '../../payouts/lines/payout-ranges.ts'
import { selectStatementLines, type StatementLine } from '../statement.line.ts'

/** A line that a payout paid, wholly or in part. */
export interface PaidLine extends StatementLine {
  /** The `account_version` of the line, which numbers the lines of the account `available`. */
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
export async function listPaidLines(
  ctx: Context,
  merchantId: string,
  payoutId: string,
  page: PageRequest,
): Promise<Page<PaidLine>> {
  await assertHasLines(ctx, merchantId, payoutId)
  const bound = { merchantId, payoutId }
  const after = page.cursor ? readCursor(ctx.vault, LIST, bound, page.cursor) : undefined
  const lines = await readLines(ctx, bound, BigInt(after?.['version'] ?? 0), page.limit + 1)
  return toPage(lines, page.limit, ({ version }) =>
    writeCursor(ctx.vault, LIST, bound, { version: version.toString() }),
  )
}

/** Counts the lines that a payout paid, at most `most`. @throws Problem as `listPaidLines`. */
export async function countPaidLines(
  ctx: Context,
  merchantId: string,
  payoutId: string,
  most: number,
): Promise<number> {
  await assertHasLines(ctx, merchantId, payoutId)
  let count = 0
  for (const { first, last } of spansOf(await listPayoutRanges(ctx, merchantId, payoutId, 0n), 0n)) {
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

async function assertHasLines(ctx: Context, merchantId: string, id: string): Promise<void> {
  const payout = isUuid(id)
    ? await db(ctx)
        .selectFrom('payout')
        .select(['state', 'lines_assigned_at as assignedAt'])
        .where('merchant_id', '=', merchantId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (payout?.state !== 'paid') throw new Problem('not_found', { reason: 'payout_not_found' })
  if (payout.assignedAt === null)
    throw new Problem('service_unavailable', {
      reason: 'payout_lines_pending',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
}

/** Reads the next ledger lines that a payout paid, at most `limit`, with an `account_version` above `after`. */
async function readLines(
  ctx: Context,
  { merchantId, payoutId }: { merchantId: string; payoutId: string },
  after: bigint,
  limit: number,
): Promise<PaidLine[]> {
  const ranges = await listPayoutRanges(ctx, merchantId, payoutId, after)
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
