import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import type { IssueOutcome, IssueRequest, PixProvider, RequestReturnOutcome } from '../../pix/provider.ts'
import type { ReturnRequest } from '../../pix/provider.ts'
import { triggerOf, type Step } from '../triggers.ts'
import {
  findCob,
  findPix,
  isPayable,
  listPixBetween,
  listPixOf,
  listReturnsOf,
  returnedCents,
  toNetworkCob,
  toNetworkPix,
  toNetworkReturn,
} from './network-records.ts'
import { newReturnId } from './network-ids.ts'

/**
 * Creates the Pix network of one test account. The state of the network is in tables of the sandbox database, and its
 * time is the clock of `ctx`. For a published amount, the network behaves as `TRIGGERS` describes.
 */
export function makeTestNetwork(ctx: Context, merchantId: string): PixProvider {
  const pixOf = async (txid: string) =>
    (await listPixOf(ctx, merchantId, txid)).map((pix) => toNetworkPix(pix))
  return {
    issue: (request) => issue(ctx, merchantId, request),
    async find(txid) {
      const cob = await findCob(ctx, merchantId, txid)
      return cob ? { kind: 'found', cob: toNetworkCob(cob, await pixOf(txid)) } : { kind: 'absent' }
    },
    async remove(txid) {
      const cob = await findCob(ctx, merchantId, txid)
      if (!cob) return { kind: 'absent' }
      const isPaid = (await pixOf(txid)).length > 0
      if (isPaid || !isPayable(cob, ctx.clock.now())) return { kind: 'not_removable' }
      await removeCob(ctx, merchantId, txid)
      return { kind: 'removed' }
    },
    async listReceived({ from, to }) {
      const items = await listPixBetween(ctx, merchantId, from, to)
      return { kind: 'page', items: items.map((pix) => toNetworkPix(pix)), pagesCount: 1 }
    },
    // The list of removed charges is always empty, because the step `remove` itself cancels the charge at the service.
    listRemoved: () => Promise.resolve({ kind: 'page', items: [], pagesCount: 1 }),
    requestReturn: (request) => requestReturn(ctx, merchantId, request),
    async findReturn({ endToEndId, id }) {
      const rows = await listReturnsOf(ctx, merchantId, endToEndId)
      const row = rows.find((one) => one.id === id)
      return row ? { kind: 'found', return: toNetworkReturn(row, ctx.clock.now()) } : { kind: 'absent' }
    },
    registerCallback: () => Promise.resolve(true),
  }
}

/** Removes a charge from the test network. */
async function removeCob(ctx: Context, merchantId: string, txid: string): Promise<void> {
  await db(ctx)
    .updateTable('sandbox_cob')
    .set({ status: 'removed' })
    .where('merchant_id', '=', merchantId)
    .where('txid', '=', txid)
    .execute()
}

async function issue(ctx: Context, merchantId: string, request: IssueRequest): Promise<IssueOutcome> {
  const trigger = triggerOf(request.amountCents)
  const { issuance } = trigger ?? {}
  if (issuance === 'unavailable') return { kind: 'unavailable' }
  if (issuance === 'not_enabled') return { kind: 'unavailable', reason: 'account_not_enabled' }
  if (typeof issuance === 'object') return { kind: 'refused', code: issuance.refused }
  const { txid, amountCents, expiresInSeconds, merchantName } = request
  const now = ctx.clock.now()
  await transaction(ctx, async (tx) => {
    const added = await db(tx)
      .insertInto('sandbox_cob')
      .values({
        txid,
        merchant_id: merchantId,
        status: 'active',
        amount_cents: amountCents,
        expires_in_seconds: expiresInSeconds,
        merchant_name: merchantName,
        return_outcome: trigger?.returns ?? 'returned',
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('txid')
      .executeTakeFirst()
    if (!added || !trigger?.steps) return
    const due = (step: Step): Date =>
      plusMs(now, step.afterMs + (step.from === 'expiry' ? expiresInSeconds * 1_000 : 0))
    await db(tx)
      .insertInto('sandbox_step')
      .values(
        trigger.steps.map((step) => ({
          id: tx.ids.uuid(now),
          merchant_id: merchantId,
          txid,
          action: step.action,
          due_at: due(step),
        })),
      )
      .execute()
  })
  const cob = await findCob(ctx, merchantId, txid)
  if (!cob || issuance === 'unknown') return { kind: 'unknown' }
  return { kind: 'issued', cob: toNetworkCob(cob, []) }
}

/**
 * Accepts a return. For an id that is already accepted, returns the stored return. Refuses a return if the payment is
 * unknown, if the charge is set to refuse returns, or if the amount exceeds the rest of the payment.
 */
async function requestReturn(
  ctx: Context,
  merchantId: string,
  { endToEndId, id, amountCents }: ReturnRequest,
): Promise<RequestReturnOutcome> {
  const now = ctx.clock.now()
  return transaction(ctx, async (tx) => {
    const pix = await findPix(tx, merchantId, endToEndId)
    const cob = pix && (await findCob(tx, merchantId, pix.txid))
    if (!pix || !cob || cob.returnOutcome === 'refused') return { kind: 'refused' }
    const earlier = await listReturnsOf(tx, merchantId, endToEndId)
    const known = earlier.find((one) => one.id === id)
    if (known) return { kind: 'accepted', return: toNetworkReturn(known, now) }
    if (returnedCents(earlier) + amountCents > pix.amountCents) return { kind: 'refused' }
    const row = {
      endToEndId,
      id,
      returnId: newReturnId(tx, now),
      amountCents,
      outcome: cob.returnOutcome,
      requestedAt: now,
    }
    await insertReturn(tx, merchantId, row)
    return { kind: 'accepted', return: toNetworkReturn(row, now) }
  })
}

type NewReturn = Parameters<typeof toNetworkReturn>[0]

/** Stores a return of the test network. */
export async function insertReturn(ctx: Context, merchantId: string, row: NewReturn): Promise<void> {
  await db(ctx)
    .insertInto('sandbox_return')
    .values({
      end_to_end_id: row.endToEndId,
      id: row.id,
      merchant_id: merchantId,
      return_id: row.returnId,
      amount_cents: row.amountCents,
      outcome: row.outcome,
      requested_at: row.requestedAt,
    })
    .execute()
}
