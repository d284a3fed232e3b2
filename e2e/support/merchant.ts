import { randomInt, randomUUID } from 'node:crypto'
import { test } from '@playwright/test'
import { z } from 'zod'
import { commandLine } from './command-line.ts'
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

const Account = z.object({ gateway_id: z.uuid() })
const Key = z.object({ key: z.string() })

const Balance = z.object({
  pending_cents: z.string(),
  available_cents: z.string(),
  contract_reserve_cents: z.string(),
  blocked_cents: z.string(),
  payout_reserved_cents: z.string(),
  owed_to_service_cents: z.string(),
  total_cents: z.string(),
})
export type Balance = z.infer<typeof Balance>

const Payouts = z.object({
  items: z.array(z.object({ external_reference: z.string(), amount_cents: z.string() })),
})

const Endpoints = z.object({ items: z.array(z.object({ id: z.uuid(), url: z.url() })) })
const NewEndpoint = z.object({ id: z.uuid() })

const Refunds = z.object({ items: z.array(z.object({ id: z.uuid() })) })

/** A payer: a name, and a CPF or CNPJ without punctuation. */
export interface Payer {
  name: string
  document: string
}

const HELENA: Payer = { name: 'Helena Prado', document: '52998224725' }

/** Returns a random company whose CNPJ contains letters. */
export function aCompany(): Payer {
  const letters = Array.from({ length: 12 }, () => String.fromCharCode(65 + randomInt(26)))
  const codes = letters.map((letter) => letter.charCodeAt(0) - 48)
  for (const weights of [
    [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
    [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
  ]) {
    const sum = codes.reduce((total, code, at) => total + code * (weights[at] ?? 0), 0)
    codes.push(((sum * 10) % 11) % 10)
  }
  return {
    name: `Empresa ${letters.join('').toLowerCase()}`,
    document: letters.join('') + codes.slice(-2).join(''),
  }
}

/** Returns a random person with a valid CPF. */
export function aPayer(): Payer {
  const digits = Array.from({ length: 9 }, () => randomInt(10))
  for (const size of [10, 11]) {
    const sum = digits.reduce((total, digit, at) => total + digit * (size - at), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  const surname = Array.from({ length: 8 }, () => String.fromCharCode(97 + randomInt(26))).join('')
  return { name: `Iracema ${surname}`, document: digits.join('') }
}

export interface Answer {
  status: number
  body: unknown
}

/**
 * Creates a merchant and its API key with the command line. `terms` are options of `account create`. Only tests in
 * files `*.afterwards.ts` may call this function, because journeys expect that the demo merchant is the only one.
 */
export async function createMerchant(
  name: string,
  terms: readonly string[],
): Promise<{ id: string; merchant: Merchant }> {
  if (test.info().project.name === 'journeys')
    throw new Error('A journey must not create merchants. Move this test to a file *.afterwards.ts')
  const about = ['--name', name, '--document', '11444777000161', ...terms]
  const { gateway_id: id } = Account.parse(await commandLine(['account', 'create', ...about]))
  const scopes = 'charges:read,charges:write,balance:read'
  const createdKey = await commandLine([
    'api-key',
    'create',
    '--account',
    id,
    '--name',
    'loja',
    '--scopes',
    scopes,
  ])
  return { id, merchant: new Merchant(Key.parse(createdKey).key) }
}

/** Records a payout that was transferred just now. */
export function recordTransfer(merchantId: string, cents: string, reference: string): Promise<unknown> {
  const payout = ['--account', merchantId, '--amount', cents]
  const transfer = ['--reference', reference, '--paid-at', new Date().toISOString()]
  return commandLine(['payout', 'record', ...payout, ...transfer])
}

/** A client of the merchant API with one API key. */
export class Merchant {
  readonly #key: string

  constructor(key: string) {
    this.#key = key
  }

  async call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Answer> {
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

  async createCharge(
    amountCents: number,
    payer: Payer = HELENA,
    more: { expires_in_seconds?: number } = {},
  ): Promise<Charge> {
    const { body } = await this.call('POST', '/v1/pix/charges', {
      order_reference: `pedido-${randomUUID().slice(0, 8)}`,
      amount_cents: amountCents,
      description: 'Café Serra da Mantiqueira 500 g',
      payer: { ...payer, email: 'helena@exemplo.com.br', phone: '+5511987654321' },
      ...more,
    })
    return Charge.parse(body)
  }

  async charge(id: string): Promise<Charge> {
    return Charge.parse((await this.call('GET', `/v1/pix/charges/${id}`)).body)
  }

  /**
   * Registers a webhook endpoint. The URL is that of the merchant's first endpoint with an additional query parameter,
   * or with another path. Returns the id of the new endpoint.
   */
  async createEndpoint(
    description: string,
    about: { path?: string; events?: string[] } = {},
  ): Promise<string> {
    const { items } = Endpoints.parse((await this.call('GET', '/v1/webhooks/endpoints')).body)
    const url = new URL(items.at(-1)?.url ?? '')
    if (about.path === undefined) url.searchParams.set('for', randomUUID())
    else url.pathname = about.path
    const endpoint = { url: url.href, description, event_types: about.events ?? [] }
    const { body } = await this.call('POST', '/v1/webhooks/endpoints', endpoint)
    return NewEndpoint.parse(body).id
  }

  /** Returns the ids of a charge's refunds. */
  async refundsOf(chargeId: string): Promise<string[]> {
    const { items } = Refunds.parse((await this.call('GET', `/v1/pix/charges/${chargeId}/refunds`)).body)
    return items.map(({ id }) => id)
  }

  async balance(): Promise<Balance> {
    return Balance.parse((await this.call('GET', '/v1/balance')).body)
  }

  /** Returns the merchant's payouts: the amount in centavos by bank reference. */
  async payouts(): Promise<Record<string, string>> {
    const { items } = Payouts.parse((await this.call('GET', '/v1/payouts/by-service')).body)
    return Object.fromEntries(items.map((payout) => [payout.external_reference, payout.amount_cents]))
  }
}
