import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { eachDueRow, isRunnable, type FindParameters } from '../kernel/jobs/each-due.ts'
import { sql } from '../kernel/database/sql.ts'
import { lockLedger, postEntries, type Entry } from '../ledger/post-entries.ts'
import type { NetworkReturn, WithPix } from '../pix/provider.ts'
import { closeFoundExceptions, findOpenExceptions, openException } from '../exceptions/exceptions.ts'

/** How long to wait before a return that the network did not confirm is compared again. */
const CHECK_AGAIN_MS = 3_600_000
const JOB = 'return-settlement'

interface FinishedReturn {
  merchantId: string
  id: string
  paymentId: string
  chargeId: string | null
  caseId: string | null
  endToEndId: string
  networkId: string
  amountCents: bigint
  settledAt: Date
}

/**
 * Compares finished returns with the network's record of each, in batches of `limit`. Posts `provider.return_settled`
 * once for a return with the same amount at the network; opens an exception for any other. Waits for the settlement of
 * the payment first, and retries while the network does not answer. Returns how many returns it compared.
 */
export function settleReturns(ctx: Context & WithPix, limit: number): Promise<number> {
  const find = (first: FindParameters) => sql<FinishedReturn>(ctx, WAITING, [...first, CHECK_AGAIN_MS])
  return eachDueRow(ctx, { job: JOB, limit, find }, async (one) => {
    const found = await ctx.pix.findReturn({ endToEndId: one.endToEndId, id: one.networkId })
    if (found.kind === 'unavailable') return found.kind
    const record = found.kind === 'found' ? found.return : undefined
    const isSame = record?.status === 'DEVOLVIDO' && record.amountCents === one.amountCents
    return isSame ? settle(ctx, one) : openDifference(ctx, one, record)
  })
}

const WAITING = `
  select n.merchant_id as "merchantId", n.id, n.payment_id as "paymentId", p.charge_id as "chargeId",
    n.case_id as "caseId", n.end_to_end_id as "endToEndId", n.network_id as "networkId", n.amount_cents as "amountCents",
    n.settled_at as "settledAt"
  from network_return n join payment p on p.merchant_id = n.merchant_id and p.id = n.payment_id
  where n.state = 'returned' and n.finished_at is not null and n.reconciled_at is null and p.settled_at is not null
    and not exists (select from reconciliation_exception x where x.merchant_id = n.merchant_id
      and x.kind = 'return_differs' and x.subject = n.network_id
        and x.checked_at > $1::timestamptz - $4::float8 * interval '1 millisecond')
    and ${isRunnable(JOB, { merchantId: 'n.merchant_id', id: 'n.id' })}
  order by n.finished_at limit $2`

function settle(ctx: Context, returned: FinishedReturn): Promise<void> {
  const { merchantId, id } = returned
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    const marked = await sql<{ id: string }>(
      tx,
      `update network_return set reconciled_at = $3
       where merchant_id = $1 and id = $2 and reconciled_at is null returning id`,
      [merchantId, id, now],
    )
    if (marked.length === 0) return
    await postEntries(tx, merchantId, [settledEntry(returned)], now)
    const open = await findOpenExceptions(tx, merchantId, 'return_differs', [returned.networkId])
    if (open.length === 0) return
    await emitSuspensionChange(tx, merchantId)
    await closeFoundExceptions(tx, merchantId, open, now)
  })
}

function settledEntry(returned: FinishedReturn): Entry {
  const { merchantId, id, paymentId, chargeId, amountCents, settledAt } = returned
  const line = { paymentId, ...(returned.caseId === null ? {} : { caseId: returned.caseId }) }
  return {
    eventType: 'provider.return_settled',
    source: chargeId === null ? { type: 'gateway', id: merchantId } : { type: 'charge', id: chargeId },
    dedupeKey: `provider.return_settled:${id}`,
    economicAt: settledAt,
    ...(chargeId === null ? {} : { chargeId }),
    lines: [
      { ...line, code: 'payer_returns', debitCents: amountCents },
      { ...line, code: 'bank', creditCents: amountCents },
    ],
  }
}

/** Opens an exception, which suspends payouts, and emits the change of suspension to the merchant. */
function openDifference(
  ctx: Context,
  returned: FinishedReturn,
  record: NetworkReturn | undefined,
): Promise<void> {
  const { merchantId, endToEndId, paymentId, networkId, amountCents } = returned
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    const details = {
      recorded_cents: amountCents.toString(),
      network_cents: record?.amountCents.toString() ?? 'absent',
      network_status: record?.status ?? 'absent',
    }
    await emitSuspensionChange(tx, merchantId)
    await openException(
      tx,
      merchantId,
      { kind: 'return_differs', subject: networkId, endToEndId, paymentId, details },
      now,
    )
  })
}
