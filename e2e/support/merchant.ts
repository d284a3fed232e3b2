import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readDemo } from './stack.ts'

const Charge = z.object({
  id: z.uuid(),
  status: z.string(),
  order_reference: z.string(),
  amount_cents: z.string(),
  fee_cents: z.string().nullable(),
  net_cents: z.string().nullable(),
  reserve_cents: z.string().nullable(),
  end_to_end_id: z.string().nullable(),
  pix: z.object({ qr_code_payload: z.string().nullable(), txid: z.string().nullable() }).nullable(),
})
export type Charge = z.infer<typeof Charge>

const Balance = z.object({
  pending_cents: z.string(),
  available_cents: z.string(),
  contract_reserve_cents: z.string(),
  total_cents: z.string(),
})
export type Balance = z.infer<typeof Balance>

export interface Answer {
  status: number
  body: unknown
}

/** A merchant's shop: knows the API by its documentation, and its key. */
export class Merchant {
  readonly #key: string

  constructor(key: string) {
    this.#key = key
  }

  async call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${readDemo().base_url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        'content-type': 'application/json',
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }

  async createCharge(amountCents: number): Promise<Charge> {
    const { body } = await this.call('POST', '/v1/pix/charges', {
      order_reference: `pedido-${randomUUID().slice(0, 8)}`,
      amount_cents: amountCents,
      description: 'Café Serra da Mantiqueira 500 g',
      payer: {
        name: 'Helena Prado',
        document: '52998224725',
        email: 'helena@exemplo.com.br',
        phone: '+5511987654321',
      },
    })
    return Charge.parse(body)
  }

  async charge(id: string): Promise<Charge> {
    return Charge.parse((await this.call('GET', `/v1/pix/charges/${id}`)).body)
  }

  async balance(): Promise<Balance> {
    return Balance.parse((await this.call('GET', '/v1/balance')).body)
  }
}
