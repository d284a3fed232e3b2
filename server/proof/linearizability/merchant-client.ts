import type { z } from 'zod'
import {
  aboutLine,
  Balance,
  Charge,
  chargeOf,
  Line,
  pageOf,
  positionsOf,
  Problem,
  Refund,
  refundOf,
} from './answer-shapes.ts'
import { compare, type Answer, type RecordedCall, type Request, type Seen } from './history.ts'

const CALL_TIMEOUT_MS = 15_000
const PAGE = 200

/** Changes a call or its answer before the client records it, to plant a violation. `send` makes a call. */
export type Edit = (request: Request, send: (request: Request) => Promise<Answer>) => Promise<Answer>

export interface ClientOptions {
  /** Returns the origin of the API process for the next call. */
  origin: () => string
  apiKey: string
  /** Pays a charge at the simulated PSP. */
  pay: (payment: { txid: string; endToEndId: string }) => Promise<unknown>
  edit?: Edit | undefined
}

/** These statuses do not show whether the call had its effect. */
const UNKNOWN_STATUSES = new Set([500, 502, 503, 504])

/** Thrown when a call gets no complete answer. */
class LostAnswer extends Error {}

/** Makes the calls of one merchant and records each with its interval. */
export class MerchantClient {
  readonly calls: RecordedCall[] = []
  /** The ids of the charges by order. */
  readonly charges = new Map<string, string>()
  readonly #options: ClientOptions
  /** The position of the last event. */
  #now = 0

  constructor(options: ClientOptions) {
    this.#options = options
  }

  /** Makes one call and records it. */
  async call(request: Request): Promise<Answer> {
    const calledAt = ++this.#now
    const send = (sent: Request): Promise<Answer> => this.#send(sent)
    const answer = await (this.#options.edit?.(request, send) ?? send(request))
    const endedAt = answer.outcome === 'unknown' ? Infinity : ++this.#now
    this.calls.push({ request, answer, calledAt, endedAt })
    return answer
  }

  #learn(seen: Seen): void {
    const charges = seen.kind === 'charge' ? [seen.charge] : seen.kind === 'charges' ? seen.charges : []
    for (const { order, id } of charges) this.charges.set(order, id)
  }

  async #send(request: Request): Promise<Answer> {
    try {
      if (request.kind === 'paid') return await this.#pay(request)
      const answer = await this.#ask(request)
      if (answer.outcome === 'ok') this.#learn(answer.seen)
      return answer
    } catch (error) {
      if (!(error instanceof LostAnswer)) throw error
      return { outcome: 'unknown', why: error.message }
    }
  }

  async #pay({ order, endToEndId }: Extract<Request, { kind: 'paid' }>): Promise<Answer> {
    const txid = (this.charges.get(order) ?? '').replaceAll('-', '')
    await this.#options.pay({ txid, endToEndId })
    return { outcome: 'unknown', why: 'asynchronous' }
  }

  async #ask(request: Request): Promise<Answer> {
    const { path, body, key } = this.#httpOf(request)
    const { status, value, isReplay } = await this.#fetch(path, body, key)
    if (status < 300) return { outcome: 'ok', seen: await this.#seen(request, path, value, isReplay) }
    const { error } = Problem.parse(value)
    const reason = error.details.reason ?? error.code
    const isLost = UNKNOWN_STATUSES.has(status) && !(request.kind === 'create' && NO_EFFECT.has(reason))
    return isLost ? { outcome: 'unknown', why: `${status} ${reason}` } : { outcome: 'refused', reason }
  }

  async #fetch(path: string, body: object | undefined, key: string | undefined) {
    const { response, text } = await this.#receive(path, body, key)
    const value: unknown = JSON.parse(text)
    const isReplay = response.headers.get('idempotent-replayed') === 'true'
    return { status: response.status, value, isReplay }
  }

  /** Sends a request and returns its complete answer. @throws LostAnswer */
  async #receive(path: string, body: object | undefined, key: string | undefined) {
    try {
      const response = await fetch(this.#options.origin() + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${this.#options.apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      })
      return { response, text: await response.text() }
    } catch (error) {
      throw new LostAnswer(error instanceof Error ? error.name : 'error')
    }
  }

  #httpOf(request: Request): { path: string; body?: object; key?: string } {
    const charge = 'order' in request ? `/v1/pix/charges/${this.charges.get(request.order)}` : ''
    switch (request.kind) {
      case 'create':
        return { path: '/v1/pix/charges', body: bodyOf(request), key: request.key }
      case 'cancel':
        return { path: `${charge}/cancel`, body: {} }
      case 'refund':
        return {
          path: `${charge}/refunds`,
          body: { amount_cents: request.amount, description: request.key },
          key: request.key,
        }
      case 'get':
        return { path: charge }
      case 'list':
        return { path: `/v1/pix/charges?limit=${PAGE}` }
      case 'refunds':
        return { path: `${charge}/refunds` }
      case 'balance':
        return { path: '/v1/balance' }
      case 'statement':
        return { path: `/v1/statement?limit=${PAGE}` }
      default:
        throw new Error(`BUG: ${request.kind} is a fact of the network, not a call of a client`)
    }
  }

  async #seen(request: Request, path: string, value: unknown, isReplay: boolean): Promise<Seen> {
    switch (request.kind) {
      case 'list': {
        const charges = (await this.#pages(path, value, Charge)).map(chargeOf)
        return { kind: 'charges', charges: charges.toSorted((a, b) => compare(a.order, b.order)) }
      }
      case 'statement':
        return { kind: 'statement', lines: (await this.#pages(path, value, Line)).map(aboutLine).toSorted() }
      case 'refunds': {
        const refunds = pageOf(Refund).parse(value).items.map(refundOf)
        return { kind: 'refunds', refunds: refunds.toSorted((a, b) => compare(a.key, b.key)) }
      }
      case 'refund':
        return { kind: 'refund', isReplay, refund: refundOf(Refund.parse(value)) }
      case 'balance':
        return { kind: 'balance', positions: positionsOf(Balance.parse(value)) }
      default:
        return { kind: 'charge', isReplay, charge: chargeOf(Charge.parse(value)) }
    }
  }

  /**
   * Returns the items of all pages. The specification says: "Items created after the first page appear in a new query,
   * not inside an ongoing pagination."
   */
  async #pages<Item extends z.ZodType>(path: string, first: unknown, item: Item): Promise<z.output<Item>[]> {
    const shape = pageOf(item)
    let page = shape.parse(first)
    const items = [...page.items]
    while (typeof page.next_cursor === 'string') {
      const next = await this.#fetch(`${path}&cursor=${page.next_cursor}`, undefined, undefined)
      if (next.status !== 200)
        throw new LostAnswer(`the request for a further page got the status ${next.status}`)
      page = shape.parse(next.value)
      items.push(...page.items)
    }
    return items
  }
}

const NO_EFFECT = new Set(['processing_unavailable', 'request_in_progress'])

const bodyOf = ({ order, amount }: { order: string; amount: number }): object => ({
  order_reference: order,
  amount_cents: amount,
  payer: { name: 'Maria', document: '52998224725', email: 'm@exemplo.com.br', phone: '+5511987654321' },
})
