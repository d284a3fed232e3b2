import type { Client } from 'pg'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import { ENTRY_TYPES } from '../../src/ledger/entry-types.ts'
import { CONNECTIONS, type Bench } from '../bench.ts'
import type { Deployment } from '../deployment.ts'
import { measureCost } from '../machine.ts'
import { connect } from '../stack.ts'
import type { Cost, Row } from '../table.ts'
import { inTurn, repeat, type Stats } from './closed-loop.ts'

const WARM_UP_SECONDS_MAX = 5

type Call = (client: Client) => Promise<unknown>

interface Calls {
  url: string
  seconds: number
  /** The number of operations that one call performs. */
  each?: number
  /** By default, as many connections as the load generator uses. */
  connections?: number
}

/** Measures `call` directly on a database, for `seconds` after a warm-up of up to 5 s. */
export async function measureCalls(
  deployment: Deployment,
  { url, seconds, each = 1, connections = CONNECTIONS }: Calls,
  call: Call,
): Promise<Stats & { cost: Cost }> {
  const clients = await Promise.all(Array.from({ length: connections }, () => connect(url)))
  const run = (forSeconds: number): Promise<Stats> =>
    repeat({ seconds: forSeconds, connections }, async (n) => clients[n] && call(clients[n]))
  try {
    await run(Math.min(seconds, WARM_UP_SECONDS_MAX))
    return await measureCost(deployment, async () => {
      const stats = await run(seconds)
      return { ...stats, count: stats.count * each, rate: stats.rate * each }
    })
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

export interface Floor {
  /** The number of operations that one call performs. */
  each: number
  callOf: (merchantIds: readonly string[]) => Call
}

/**
 * Measures a floor with new merchants, so that the rows of the floor do not slow down the service. Returns fields that
 * compare the service's rate with the floor; returns no fields when the run measures no floors.
 */
export async function compareWithFloor(
  { floors, seconds }: Bench,
  deployment: Deployment,
  { rate, merchants, floor: { each, callOf } }: { rate: number; merchants: number; floor: Floor },
): Promise<Partial<Row>> {
  if (!floors) return {}
  const created = await deployment.createMerchants(merchants)
  const call = callOf(created.map(({ id }) => id))
  const floor = await measureCalls(deployment, { url: deployment.applicationUrl, seconds, each }, call)
  return { measure: rate / floor.rate, unit: 'of the floor', floorRate: floor.rate, floorCost: floor.cost }
}

export const INSERT_CHARGE = `
  insert into charge (merchant_id, id, environment, order_reference, amount_cents, description, status,
    fee_percent_bps, fee_fixed_cents, reserve_bps, reserve_days, settlement_delay_days, refund_fee_policy,
    expires_in_seconds, expires_at, payer_name, payer_name_search, payer_document_box, payer_document_key_id,
    payer_document_hash, metadata, idempotency_key, fingerprint, issuing_until, next_check_at, created_at, updated_at,
    refunded_cents, refunding_cents, pending_left_cents, reserve_left_cents, fee_left_cents, late_payment, is_simulated,
    payments_count, checks_count)
  values ($1, $2, 'production', $3, 2000, 'Café 250 g', 'created', 200, 0, 1000, 30, 0, 'prorata', 3600,
    $4::timestamptz + interval '1 hour', 'Ana Souza Lima', 'ana souza lima', $5, 'first', $6,
    '{"canal":"loja-online"}', $3, $6, $4::timestamptz + interval '20 s', $4::timestamptz + interval '20 s', $4, $4,
    0, 0, 0, 0, 0, false, false, 0, 0)`

export const UPDATE_CHARGE = `
  update charge set status = 'pending', qr_code_payload = $3, expires_at = $4::timestamptz + interval '1 hour',
    issuing_until = null, next_check_at = null, updated_at = $4
  where merchant_id = $1 and id = $2`

export const QR_CODE = '00020126830014br.gov.bcb.pix2561pix.example/qr/v2/'.padEnd(180, '0')

/** The floor of creating a charge: one prepared insert and one prepared update, in separate transactions. */
export const CHARGE_FLOOR: Floor = {
  each: 1,
  callOf(merchantIds) {
    const next = inTurn(merchantIds)
    return async (client) => {
      const [merchantId, now] = [next(), systemClock.now()]
      const [id, box, hash] = [systemIds.uuid(now), systemIds.bytes(39), systemIds.bytes(32)]
      await client.query({
        name: 'insert',
        text: INSERT_CHARGE,
        values: [merchantId, id, id, now, box, hash],
      })
      await client.query({ name: 'update', text: UPDATE_CHARGE, values: [merchantId, id, QR_CODE, now] })
    }
  },
}

const BATCH = 25
export const POST = 'select journal_id, entry_seq, replayed from post_entries($1, $2, $3) order by ordinal'

/**
 * The floor of posting: calls of `post_entries` without the service, 25 sales of one merchant per call, for the
 * merchants in turn.
 */
export const POSTING_FLOOR: Floor = {
  each: BATCH,
  callOf(merchantIds) {
    const next = inTurn(merchantIds)
    return (client) => {
      const now = systemClock.now()
      const entries = JSON.stringify(Array.from({ length: BATCH }, () => saleEntry(now)))
      return client.query({ name: 'post', text: POST, values: [next(), now, entries] })
    }
  },
}

/** Returns the journal entry that the service posts for a sale: gross 20.00, fee 2 %, reserve 10 % of the net. */
function saleEntry(now: Date) {
  const chargeId = systemIds.uuid(now)
  const about = { charge_id: chargeId, payment_id: systemIds.uuid(now), case_id: null, payout_id: null }
  return {
    id: systemIds.uuid(now),
    event_type: 'charge.paid',
    description: ENTRY_TYPES['charge.paid'],
    source_type: 'charge',
    source_id: chargeId,
    dedupe_key: `charge.paid:E${chargeId.replaceAll('-', '').slice(-31)}`,
    reverses_id: null,
    economic_at: now.toISOString(),
    actor: 'job:inbox',
    correlation_id: chargeId,
    lines: [
      { code: 'pending', debit: '0', credit: '1764', ...about },
      { code: 'contract_reserve', debit: '0', credit: '196', ...about },
      { code: 'provider_clearing', debit: '2000', credit: '0', ...about },
      { code: 'fee_revenue', debit: '0', credit: '40', ...about },
    ],
  }
}
