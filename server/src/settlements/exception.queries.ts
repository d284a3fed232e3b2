import type { Context } from '../kernel/context.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/page.ts'
import { sql } from '../kernel/sql.ts'
import type { ExceptionKind, ExceptionState } from './exception.entity.ts'
import { ReconciliationException } from './exception.entity.ts'

export interface ExceptionFilter {
  /** Absent: every merchant's, and the house's. */
  merchantId?: string | undefined
  state?: ExceptionState | undefined
  kind?: ExceptionKind | undefined
}

const LIST = 'reconciliation-exceptions.v1'

/** One page of differences between our books and the network's record, newest first. */
export async function listExceptions(
  ctx: Context,
  filter: ExceptionFilter,
  page: PageRequest,
): Promise<Page<ReconciliationException>> {
  const after = page.cursor ? readCursor(ctx.vault, LIST, filter, page.cursor) : undefined
  const { at = '', id = '' } = after ?? {}
  const rows = await ctx.em.find(
    ReconciliationException,
    {
      ...(filter.merchantId === undefined ? {} : { merchantId: filter.merchantId }),
      ...(filter.state === undefined ? {} : { state: filter.state }),
      ...(filter.kind === undefined ? {} : { kind: filter.kind }),
      ...(after && {
        $or: [{ openedAt: { $lt: new Date(at) } }, { openedAt: new Date(at), id: { $lt: id } }],
      }),
    },
    { orderBy: { openedAt: 'desc', id: 'desc' }, limit: page.limit + 1, disableIdentityMap: true },
  )
  return toPage(rows, page.limit, (last) =>
    writeCursor(ctx.vault, LIST, filter, { at: last.openedAt.toISOString(), id: last.id }),
  )
}

/** The charges that payments of a merchant came for; a payment of no charge is left out. */
export function findChargesOfPayments(
  ctx: Context,
  merchantId: string,
  paymentIds: readonly string[],
): Promise<{ paymentId: string; chargeId: string }[]> {
  return sql(
    ctx,
    `select id as "paymentId", charge_id as "chargeId" from payment
     where merchant_id = $1 and id = any($2::uuid[]) and charge_id is not null`,
    [merchantId, paymentIds],
  )
}
