import { Pool } from 'undici'
import { payerOf } from '../payers.ts'
import type { Job, Result } from './jobs.ts'
import { inLoops, Tally } from './tally.ts'

/** Creates charges as shops do: each has an order of its own, and must come back `pending`. */
export async function createCharges(job: Extract<Job, { kind: 'create' }>): Promise<Result> {
  const pool = new Pool(job.origin, { connections: job.connections })
  const tally = new Tally()
  let n = 0
  await inLoops(job, async () => {
    n += 1
    const order = `${job.run}-${n}`
    const apiKey = job.apiKeys[n % job.apiKeys.length] ?? ''
    await tally.time(() => create(pool, apiKey, order))
    return 'more'
  })
  await pool.close()
  return tally.result()
}

async function create(pool: Pool, apiKey: string, order: string): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/v1/pix/charges',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': order,
    },
    body: JSON.stringify(bodyOf(order)),
  })
  const text = await body.text()
  if (statusCode !== 201 || !text.includes('"status":"pending"')) throw new Error(`${statusCode}: ${text}`)
}

function bodyOf(order: string) {
  const { name, document, email, phone } = payerOf(
    order.length * 7 + Number(order.slice(-3).replaceAll('-', '0')),
  )
  return {
    order_reference: order,
    amount_cents: 1_990 + order.length * 37,
    description: 'Café 250 g',
    payer: { name, document, email, phone },
    expires_in_seconds: 3_600,
    metadata: { canal: 'loja-online' },
  }
}
