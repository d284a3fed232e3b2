import type { Context } from '../kernel/context.ts'
import { entities } from '../kernel/database/entities.ts'
import { anyText, anyUuid } from '../kernel/database/any-of.ts'
import { countEntities } from '../kernel/database/count.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/database/page.ts'
import { db } from '../kernel/database/tables.ts'
import type { ExceptionKind, ExceptionState } from './exception.entity.ts'
import { ReconciliationException, UNSETTLED_KINDS } from './exception.entity.ts'

export interface ExceptionFilter {
  /** If absent, the list contains the exceptions of all merchants and of the service itself. */
  merchantId?: string | undefined
  state?: ExceptionState | undefined
  kind?: ExceptionKind | undefined
}

const LIST = 'reconciliation-exceptions.v1'
const NEWEST_FIRST = { openedAt: 'desc', id: 'desc' } as const

/** Returns one page of exceptions, newest first. */
export async function listExceptions(
  ctx: Context,
  filter: ExceptionFilter,
  page: PageRequest,
): Promise<Page<ReconciliationException>> {
  const after = page.cursor ? readCursor(ctx.vault, LIST, filter, page.cursor) : undefined
  const { at = '', id = '' } = after ?? {}
  const rows = await entities(ctx).find(
    ReconciliationException,
    {
      ...conditions(filter),
      ...(after && {
        $or: [{ openedAt: { $lt: new Date(at) } }, { openedAt: new Date(at), id: { $lt: id } }],
      }),
    },
    { orderBy: NEWEST_FIRST, limit: page.limit + 1 },
  )
  return toPage(
    rows,
    page.limit,
    (last) => writeCursor(ctx.vault, LIST, filter, { at: last.openedAt.toISOString(), id: last.id }),
    { at: 'desc', id: 'desc' },
  )
}

/** Counts the exceptions that match `filter`. Stops counting at `most`. */
export const countExceptions = (ctx: Context, filter: ExceptionFilter, most: number): Promise<number> =>
  countEntities(ctx, ReconciliationException, { where: conditions(filter), orderBy: NEWEST_FIRST, most })

const conditions = ({ merchantId, state, kind }: ExceptionFilter) => ({
  ...(merchantId === undefined ? {} : { merchantId }),
  ...(state === undefined ? {} : { state }),
  ...(kind === undefined ? {} : { kind }),
})

/** Finds the charge and the settlement time of payments that have exceptions. */
export const findPaymentsOfExceptions = (ctx: Context, merchantId: string, paymentIds: readonly string[]) =>
  db(ctx)
    .selectFrom('payment')
    .select(['id', 'charge_id as chargeId', 'settled_at as settledAt'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', anyUuid(paymentIds))
    .execute()

/** Finds the exceptions that prevent the settlement of these payments of a merchant, open exceptions first. */
export const findExceptionsOfPayments = (ctx: Context, merchantId: string, endToEndIds: readonly string[]) =>
  db(ctx)
    .selectFrom('reconciliation_exception')
    .select(['end_to_end_id as endToEndId', 'state', 'kind', 'details'])
    .where('merchant_id', '=', merchantId)
    .where('kind', 'in', UNSETTLED_KINDS)
    .where('subject', '=', anyText(endToEndIds))
    .orderBy((eb) => eb('state', '=', 'open'), 'desc')
    .execute()
