import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import { ENTRY_TYPES, type EntryType } from '../../src/ledger/entry-types.ts'
import { inTurn } from './closed-loop.ts'
import { POST, type Floor } from './floors.ts'

const BATCH = 25

/**
 * The whole journal of payments, written by calls of `post_entries` without the service. The four entries of a payment
 * are the sale, the reserve, the settlement by the PSP and the money that becomes available. One call posts the entries
 * of 25 payments of one merchant, so the service makes at least as many calls.
 */
export const JOURNAL_BOUND: Floor = {
  each: BATCH,
  callOf(merchantIds) {
    const next = inTurn(merchantIds)
    return (client) => {
      const now = systemClock.now()
      const entries = Array.from({ length: BATCH }, () => entriesOfPayment(now)).flat()
      return client.query({ name: 'post', text: POST, values: [next(), now, JSON.stringify(entries)] })
    }
  },
}

/** Returns the journal entries of one payment: gross 20.00, fee 2 %, reserve 10 % of the net. */
function entriesOfPayment(now: Date) {
  const [chargeId, paymentId] = [systemIds.uuid(now), systemIds.uuid(now)]
  const about = { charge_id: chargeId, payment_id: paymentId, case_id: null, payout_id: null }
  const line = (code: string, debit: number, credit: number) => ({
    code,
    debit: String(debit),
    credit: String(credit),
    ...about,
  })
  const entry = (type: EntryType, lines: ReturnType<typeof line>[]) => ({
    id: systemIds.uuid(now),
    event_type: type,
    description: ENTRY_TYPES[type],
    source_type: 'charge',
    source_id: chargeId,
    dedupe_key: `${type}:${paymentId}`,
    reverses_id: null,
    economic_at: now.toISOString(),
    actor: 'job:inbox',
    correlation_id: chargeId,
    lines,
  })
  return [
    entry('charge.paid', [
      line('pending', 0, 1_960),
      line('provider_clearing', 2_000, 0),
      line('fee_revenue', 0, 40),
    ]),
    entry('reserve.held', [line('pending', 196, 0), line('contract_reserve', 0, 196)]),
    entry('provider.settled', [line('bank', 2_000, 0), line('provider_clearing', 0, 2_000)]),
    entry('gateway.funds_available', [line('pending', 1_764, 0), line('available', 0, 1_764)]),
  ]
}
