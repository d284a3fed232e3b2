import { Pool } from 'undici'
import { payerOf } from '../payers.ts'
import { repeat, type Repeat, type Stats } from './stats.ts'

interface ChargeLoad {
  origin: string
  apiKeys: readonly string[]
  /** Part of the order references, unique per run. */
  run: string
}

/** Creates charges of new orders, for the merchants in turn. @throws Error when a charge is not `pending`. */
export async function createCharges({ origin, apiKeys, run }: ChargeLoad, how: Repeat): Promise<Stats> {
  const pool = new Pool(origin, { connections: how.connections })
  let n = 0
  const stats = await repeat(how, () => {
    n += 1
    return create(pool, apiKeys[n % apiKeys.length] ?? '', { order: `order-${run}-${n}`, n })
  })
  await pool.close()
  return stats
}

async function create(pool: Pool, apiKey: string, { order, n }: { order: string; n: number }): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/v1/pix/charges',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': order,
    },
    body: JSON.stringify({
      order_reference: order,
      amount_cents: 2_000,
      description: 'Café 250 g',
      payer: payerOf(n),
      expires_in_seconds: 3_600,
      metadata: { canal: 'loja-online' },
    }),
  })
  const text = await body.text()
  if (statusCode !== 201 || !text.includes('"status":"pending"'))
    throw new Error(`bench: the service answered ${statusCode} to a new charge: ${text}`)
}
