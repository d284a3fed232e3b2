import { Client } from 'pg'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import { ENTRY_TYPES } from '../../src/ledger/entry-types.ts'
import { endToEndIdOf } from '../bulk/bulk-charge.ts'
import type { Job, Result } from './jobs.ts'
import { inLoops, Tally } from './tally.ts'

async function connectMany(url: string, count: number): Promise<Client[]> {
  const clients = Array.from({ length: count }, () => new Client({ connectionString: url }))
  await Promise.all(clients.map((client) => client.connect()))
  return clients
}

const WARM_UP_SECONDS_MAX = 5
/** A connection plans a statement anew for its first five calls. */
const WARM_UP_CALLS_MIN = 8

/** Times `step` on every connection, after a warm-up in which each connection made its plans. */
async function measure(
  job: { seconds: number; connections: number },
  step: (connection: number, tally: Tally) => Promise<void>,
): Promise<Tally> {
  const warmUp = new Tally()
  const warm = async (connection: number): Promise<void> => {
    for (let call = 0; call < WARM_UP_CALLS_MIN; call++) await step(connection, warmUp)
  }
  await Promise.all(Array.from({ length: job.connections }, (_, connection) => warm(connection)))
  const repeat = (tally: Tally) => async (connection: number) => {
    await step(connection, tally)
    return 'more' as const
  }
  await inLoops({ ...job, seconds: Math.min(job.seconds, WARM_UP_SECONDS_MAX) }, repeat(warmUp))
  if (warmUp.failures > 0) return warmUp
  const tally = new Tally()
  await inLoops(job, repeat(tally))
  return tally
}

const INSERT = `
  insert into charge (merchant_id, id, environment, order_reference, amount_cents, description, status,
    fee_percent_bps, fee_fixed_cents, reserve_bps, reserve_days, settlement_delay_days, refund_fee_policy,
    expires_in_seconds, expires_at, payer_name, payer_name_search, payer_document_box, payer_document_key_id,
    payer_document_hash, metadata, idempotency_key, fingerprint, issuing_until, next_check_at, created_at, updated_at,
    refunded_cents, refunding_cents, pending_left_cents, reserve_left_cents, fee_left_cents, late_payment, is_simulated,
    payments_count, checks_count)
  values ($1, $2, 'production', $3, 1990, 'Café 250 g', 'created', 200, 0, 0, 0, 0, 'prorata', 3600,
    $4::timestamptz + interval '1 hour', 'Ana Souza Lima', 'ana souza lima', $5, 'first', $6,
    '{"canal":"loja-online"}', $3, $6, $4::timestamptz + interval '20 s', $4::timestamptz + interval '20 s', $4, $4,
    0, 0, 0, 0, 0, false, false, 0, 0)`

const UPDATE = `
  update charge set status = 'pending', qr_code_payload = $3, expires_at = $4::timestamptz + interval '1 hour',
    issuing_until = null, next_check_at = null, updated_at = $4
  where merchant_id = $1 and id = $2`

const QR_CODE = '00020126830014br.gov.bcb.pix2561pix.example/qr/v2/'.padEnd(180, '0')

/** The least SQL for a charge: one insert and one update, both prepared, each in a transaction of its own. */
export async function createFloor(job: Extract<Job, { kind: 'create-floor' }>): Promise<Result> {
  const clients = await connectMany(job.url, job.connections)
  let n = 0
  const tally = await measure(job, async (connection, counted) => {
    const client = clients[connection]
    const merchantId = job.merchantIds[n++ % job.merchantIds.length]
    const now = systemClock.now()
    const id = systemIds.uuid(now)
    const hash = systemIds.bytes(32)
    const box = systemIds.bytes(39)
    await counted.time(async () => {
      await client?.query({ name: 'insert', text: INSERT, values: [merchantId, id, id, now, box, hash] })
      await client?.query({ name: 'update', text: UPDATE, values: [merchantId, id, QR_CODE, now] })
    })
  })
  await Promise.all(clients.map((client) => client.end()))
  return tally.result()
}

/**
 * The service's own `post_entries` without the service: each call posts `batch` sales of one merchant, the merchants in
 * turn. Counts entries; times are those of the calls.
 */
export async function postFloor(job: Extract<Job, { kind: 'post-floor' }>): Promise<Result> {
  const clients = await connectMany(job.url, job.connections)
  let n = 0
  const tally = await measure(job, async (connection, counted) => {
    const merchantId = job.merchantIds[n++ % job.merchantIds.length] ?? ''
    const now = systemClock.now()
    const entries = Array.from({ length: job.batch }, () => saleEntry(now))
    await counted.time(async () => {
      await clients[connection]?.query({
        name: 'post',
        text: 'select journal_id, entry_seq, replayed from post_entries($1, $2, $3) order by ordinal',
        values: [merchantId, now, JSON.stringify(entries)],
      })
    })
  })
  await Promise.all(clients.map((client) => client.end()))
  const result = tally.result()
  return { ...result, count: result.count * job.batch }
}

/** A sale as the service posts it: gross 20.00, fee 2 %, reserve 10 % of the net. */
function saleEntry(now: Date) {
  const chargeId = systemIds.uuid(now)
  const about = { charge_id: chargeId, payment_id: systemIds.uuid(now), case_id: null, payout_id: null }
  return {
    id: systemIds.uuid(now),
    event_type: 'charge.paid',
    description: ENTRY_TYPES['charge.paid'],
    source_type: 'charge',
    source_id: chargeId,
    dedupe_key: `charge.paid:${endToEndIdOf(chargeId)}`,
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
