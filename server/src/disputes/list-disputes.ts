import type { Kysely } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/database/page.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'
import type { Dispute } from './dispute.entity.ts'
import { listDisputeFiles, type FileView } from './files/dispute-file.queries.ts'

export interface DisputeFilter {
  status?: Dispute['status'] | undefined
  chargeId?: string | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  /** Filters on the deadline leave out disputes without a deadline. */
  answerUntilFrom?: Date | undefined
  answerUntilTo?: Date | undefined
}

const LIST = 'disputes.v1'

/**
 * Builds a query for disputes (alias `d`), joined with their case (`f`), payment (`p`), charge (`c`), and the case of
 * a held payment (`h`). The caller selects the columns.
 */
const disputes = (queries: Kysely<Tables>) =>
  queries
    .selectFrom('dispute as d')
    .innerJoin('financial_case as f', (join) =>
      join.onRef('f.merchant_id', '=', 'd.merchant_id').onRef('f.id', '=', 'd.case_id'),
    )
    .innerJoin('payment as p', (join) =>
      join.onRef('p.merchant_id', '=', 'd.merchant_id').onRef('p.id', '=', 'd.payment_id'),
    )
    .leftJoin('charge as c', (join) =>
      join.onRef('c.merchant_id', '=', 'd.merchant_id').onRef('c.id', '=', 'd.charge_id'),
    )
    .leftJoin('financial_case as h', (join) =>
      join.onRef('h.merchant_id', '=', 'p.merchant_id').onRef('h.id', '=', 'p.case_id'),
    )
    .select([
      'd.case_id as id',
      'd.merchant_id as merchantId',
      'd.charge_id as chargeId',
      'd.payment_id as paymentId',
      'd.origin',
      'd.nature',
      'd.status',
      'd.answer_until as answerUntil',
      'd.evidence',
      'd.evidence_at as evidenceAt',
      'd.evidence_forwarded_at as evidenceForwardedAt',
      'd.result',
      'd.decided_cents as decidedCents',
      'd.decided_at as decidedAt',
      'd.returned_cents as returnedCents',
      'd.opened_at as openedAt',
      'd.closed_at as closedAt',
      'd.updated_at as updatedAt',
      'f.order_reference as orderReference',
      'f.amount_cents as amountCents',
      'f.cover_cents as coverCents',
      'f.held_pending_cents as heldPendingCents',
      'f.held_available_cents as heldAvailableCents',
      'p.end_to_end_id as endToEndId',
      'c.environment',
      'h.id as heldPaymentCaseId',
      'h.held_payer_cents as heldPayerCents',
    ])

type DisputeRow = Awaited<ReturnType<ReturnType<typeof disputes>['execute']>>[number]

/**
 * A dispute with its amounts, its payment, its charge and its files. `heldPaymentCaseId` and `heldPayerCents` are null
 * if the disputed payment is not a held payment.
 */
export interface DisputeView extends DisputeRow {
  files: FileView[]
}

/** Adds the files of disputes of one merchant. */
async function withFiles(
  ctx: Context,
  merchantId: string,
  rows: readonly DisputeRow[],
): Promise<DisputeView[]> {
  const caseIds = rows.map(({ id }) => id)
  const files = Map.groupBy(await listDisputeFiles(ctx, merchantId, caseIds), ({ caseId }) => caseId)
  return rows.map((row) => ({ ...row, files: files.get(row.id) ?? [] }))
}

/**
 * Reads one dispute of a merchant with its amounts.
 * @throws Problem not_found, reason `dispute_not_found`: the id is unknown, malformed or of another merchant.
 */
export async function readDispute(ctx: Context, merchantId: string, id: string): Promise<DisputeView> {
  const found = isUuid(id)
    ? await disputes(db(ctx))
        .where('d.merchant_id', '=', merchantId)
        .where('d.case_id', '=', id)
        .executeTakeFirst()
    : undefined
  const [dispute] = found ? await withFiles(ctx, merchantId, [found]) : []
  if (!dispute) throw new Problem('not_found', { reason: 'dispute_not_found' })
  return dispute
}

/** Returns one page of the disputes of a merchant, newest first. */
export async function listDisputes(
  ctx: Context,
  merchantId: string,
  filter: DisputeFilter,
  page: PageRequest,
): Promise<Page<DisputeView>> {
  const bound = { merchantId, ...filter }
  const after = page.cursor ? readCursor(ctx.vault, LIST, bound, page.cursor) : undefined
  const rows = await matching(disputes(db(ctx)).where('d.merchant_id', '=', merchantId), filter)
    .$if(after !== undefined, (query) =>
      query.where((row) =>
        row(
          row.refTuple('d.opened_at', 'd.case_id'),
          '<',
          row.tuple(new Date(after?.['at'] ?? 0), after?.['id'] ?? ''),
        ),
      ),
    )
    .orderBy('d.opened_at', 'desc')
    .orderBy('d.case_id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return toPage(await withFiles(ctx, merchantId, rows), page.limit, (last) =>
    writeCursor(ctx.vault, LIST, bound, { at: last.openedAt.toISOString(), id: last.id }),
  )
}

function matching(query: ReturnType<typeof disputes>, filter: DisputeFilter): ReturnType<typeof disputes> {
  const { status, chargeId, createdFrom, createdTo, answerUntilFrom, answerUntilTo } = filter
  let all = query
  if (status) all = all.where('d.status', '=', status)
  if (chargeId !== undefined) all = all.where('d.charge_id', '=', chargeId)
  if (createdFrom) all = all.where('d.opened_at', '>=', createdFrom)
  if (createdTo) all = all.where('d.opened_at', '<', createdTo)
  if (answerUntilFrom ?? answerUntilTo) all = all.where('d.origin', '<>', 'network')
  if (answerUntilFrom) all = all.where('d.answer_until', '>=', answerUntilFrom)
  if (answerUntilTo) all = all.where('d.answer_until', '<', answerUntilTo)
  return all
}
