import { Client } from 'pg'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import type { Job, Result } from './jobs.ts'
import { inLoops, Tally } from './tally.ts'

async function connectMany(url: string, count: number): Promise<Client[]> {
  const clients = Array.from({ length: count }, () => new Client({ connectionString: url }))
  await Promise.all(clients.map((client) => client.connect()))
  return clients
}

/** A connection plans a statement anew for its first five calls. */
const WARM_UP_CALLS = 8

/** Counts what `step` does, after each connection has done enough of it to have its plans, as the service has. */
async function inTally(
  job: { seconds: number; connections: number },
  step: (connection: number, counted: Tally) => Promise<'more' | 'done'>,
): Promise<Tally> {
  const warmUp = new Tally()
  await Promise.all(
    Array.from({ length: job.connections }, async (_, connection) => {
      for (let call = 0; call < WARM_UP_CALLS; call++) await step(connection, warmUp)
    }),
  )
  const tally = new Tally()
  if (warmUp.failures > 0) return warmUp
  await inLoops(job, (connection) => step(connection, tally))
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

/** The least SQL for a charge: one insert, one update, prepared, each its own transaction. */
export async function createFloor(job: Extract<Job, { kind: 'create-floor' }>): Promise<Result> {
  const clients = await connectMany(job.url, job.connections)
  let n = 0
  const tally = await inTally(job, async (connection, counted) => {
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
    return 'more'
  })
  await Promise.all(clients.map((client) => client.end()))
  return tally.result()
}

/** One call of `bench_post_payment` a payment. */
export async function payFloor(job: Extract<Job, { kind: 'pay-floor' }>): Promise<Result> {
  const clients = await connectMany(job.url, job.connections)
  let n = 0
  const tally = await inTally(job, async (connection, counted) => {
    const charge = job.charges[n++]
    if (!charge) return 'done'
    const now = systemClock.now()
    const ids = Array.from({ length: 4 }, () => systemIds.uuid(now))
    await counted.time(async () => {
      await clients[connection]?.query({
        name: 'pay',
        text: 'select bench_post_payment($1, $2, $3, $4, $5, $6)',
        values: [charge.merchantId, charge.id, charge.amountCents, ids, now, eventId(ids[3] ?? '')],
      })
    })
    return 'more'
  })
  await Promise.all(clients.map((client) => client.end()))
  return tally.result()
}

const eventId = (uuid: string): string => `evt_${uuid.replaceAll('-', '').toUpperCase().slice(-26)}`
