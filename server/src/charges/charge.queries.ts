import type { FilterQuery } from '@mikro-orm/core'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/page.ts'
import { Problem } from '../kernel/problem.ts'
import { searchable } from '../kernel/words.ts'
import { Charge, chargeIdOf, EXPIRY_GRACE_MS } from './charge.entity.ts'
import type { ChargeStatus } from './charge-status.ts'
import { documentHash } from './payer-document.ts'
import { Payment } from './payment.entity.ts'

export interface ChargeFilter {
  status?: readonly ChargeStatus[] | undefined
  orderReference?: string | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  amountFromCents?: bigint | undefined
  amountToCents?: bigint | undefined
  q?: string | undefined
}

/** @throws Problem not_found, reason `charge_not_found`: unknown, another merchant's, malformed, or still being issued. */
export async function getCharge(ctx: Context, merchantId: string, id: string): Promise<Charge> {
  const charge = isUuid(id) ? await findVisible(ctx, { merchantId, id }) : null
  if (!charge) throw new Problem('not_found', { reason: 'charge_not_found' })
  return charge
}

/** For staff, who see every merchant's charges; null when there is none. */
export const findChargeOfAny = (ctx: Context, id: string): Promise<Charge | null> =>
  isUuid(id) ? findVisible(ctx, { id }) : Promise.resolve(null)

function findVisible(ctx: Context, where: { merchantId?: string; id: string }): Promise<Charge | null> {
  return ctx.em.findOne(Charge, { $and: [where, visible(ctx)] }, { disableIdentityMap: true })
}

/** A charge whose first call still runs may vanish: no read shows it. After the lease it counts as `created`. */
const visible = (ctx: Context): FilterQuery<Charge> => ({
  $or: [{ issuingUntil: null }, { issuingUntil: { $lte: ctx.clock.now() } }],
})

/** What stands under an idempotency key or an order reference. */
export type Found =
  { kind: 'absent' } | { kind: 'issuing'; charge: Charge } | { kind: 'made'; charge: Charge }

export const findByKey = (ctx: Context, merchantId: string, idempotencyKey: string): Promise<Found> =>
  find(ctx, { merchantId, idempotencyKey })

export const findByOrder = (ctx: Context, merchantId: string, orderReference: string): Promise<Found> =>
  find(ctx, { merchantId, orderReference })

async function find(ctx: Context, where: FilterQuery<Charge>): Promise<Found> {
  const charge = await ctx.em.findOne(Charge, where, { disableIdentityMap: true })
  if (!charge) return { kind: 'absent' }
  const issuing = charge.issuingUntil !== null && charge.issuingUntil > ctx.clock.now()
  return { kind: issuing ? 'issuing' : 'made', charge }
}

const LIST = 'charges.v1'

/** One page of charges, newest first: of one merchant, or of all for staff (`merchantId` null). */
export async function listCharges(
  ctx: Context,
  merchantId: string | null,
  filter: ChargeFilter,
  page: PageRequest,
): Promise<Page<Charge>> {
  const bound = {
    merchantId,
    ...filter,
    amountFromCents: String(filter.amountFromCents),
    amountToCents: String(filter.amountToCents),
  }
  const after = page.cursor ? readCursor(ctx.vault, LIST, bound, page.cursor) : undefined
  const where: FilterQuery<Charge>[] = [visible(ctx), ...conditions(ctx, filter)]
  if (merchantId) where.push({ merchantId })
  if (after) where.push(olderThan(new Date(after['at'] ?? 0), after['id'] ?? ''))
  const rows = await ctx.em.find(
    Charge,
    { $and: where },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit: page.limit + 1, disableIdentityMap: true },
  )
  return toPage(rows, page.limit, (last) =>
    writeCursor(ctx.vault, LIST, bound, { at: last.createdAt.toISOString(), id: last.id }),
  )
}

const olderThan = (createdAt: Date, id: string): FilterQuery<Charge> => ({
  createdAt: { $lte: createdAt },
  $or: [{ createdAt: { $lt: createdAt } }, { id: { $lt: id } }],
})

function conditions(ctx: Context, filter: ChargeFilter): FilterQuery<Charge>[] {
  const all: FilterQuery<Charge>[] = []
  if (filter.status && filter.status.length > 0)
    all.push({ $or: filter.status.map((status) => hasStatus(ctx, status)) })
  if (filter.orderReference !== undefined) all.push({ orderReference: filter.orderReference })
  if (filter.createdFrom) all.push({ createdAt: { $gte: filter.createdFrom } })
  if (filter.createdTo) all.push({ createdAt: { $lt: filter.createdTo } })
  if (filter.amountFromCents !== undefined) all.push({ amountCents: { $gte: filter.amountFromCents } })
  if (filter.amountToCents !== undefined) all.push({ amountCents: { $lte: filter.amountToCents } })
  if (filter.q !== undefined) all.push(search(ctx, filter.q.trim()))
  return all
}

/** As `Charge.statusAt` says it: a pending charge past its time reads `expired`, also when the sweep is late. */
function hasStatus(ctx: Context, status: ChargeStatus): FilterQuery<Charge> {
  const limit = plusMs(ctx.clock.now(), -EXPIRY_GRACE_MS)
  if (status === 'pending') return { status, expiresAt: { $gte: limit } }
  if (status === 'expired') return { $or: [{ status }, { status: 'pending', expiresAt: { $lt: limit } }] }
  return { status }
}

/** `q` (`contract` section 2): exact on references, ids and document; the beginning of a word of the payer's name. */
function search(ctx: Context, q: string): FilterQuery<Charge> {
  const forms: FilterQuery<Charge>[] = [{ orderReference: q }, { endToEndId: q }]
  const id = isUuid(q) ? q.toLowerCase() : chargeIdOf(q)
  if (id) forms.push({ id })
  const digits = q.replaceAll(/[.\-/\s]/g, '')
  if (/^(\d{11}|\d{14})$/.test(digits)) forms.push({ payerDocumentHash: documentHash(ctx, digits) })
  const words = searchable(q)
  if (words) {
    const prefix = words.replaceAll(/[\\%_]/g, String.raw`\$&`)
    forms.push({ payerNameSearch: { $like: `${prefix}%` } }, { payerNameSearch: { $like: `% ${prefix}%` } })
  }
  return { $or: forms }
}

/** Payments that arrived for charges of one merchant, oldest first. */
export function listPayments(ctx: Context, merchantId: string, chargeIds: string[]): Promise<Payment[]> {
  return ctx.em.find(
    Payment,
    { merchantId, chargeId: { $in: chargeIds } },
    { orderBy: { paidAt: 'asc', id: 'asc' }, disableIdentityMap: true },
  )
}
