import { Pool } from 'undici'
import { statsOf, type Stats } from '../../bench/load/closed-loop.ts'
import { payerOf } from '../../bench/payers.ts'
import type { Receiver } from '../../bench/load/receiver.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'

const CONNECTIONS = 200
const RECENT_MAX = 500
/**
 * The time between the PSP's confirmation of a payment and its refund, in milliseconds. By then, the service has
 * recorded the payment.
 */
const REFUND_AFTER_MS = 20_000
const REFUND_CENTS = 100

export interface TrafficOptions {
  /** The URL of the load balancer, to which `Traffic` sends the calls of merchants. */
  origin: string
  /** The URL of the simulated PSP, at which `Traffic` pays charges. */
  bank: string
  receiver: Receiver
  apiKeys: readonly string[]
  /** The number of requests per second. */
  rate: number
  /** Whether to refund a part of each tenth payment. */
  refunds?: boolean
}

interface Request {
  method: 'GET' | 'POST'
  path: string
  apiKey: string
  /** The order reference, if the request creates a charge. */
  order?: string
  /** The id of the charge, if the request refunds a charge. */
  refunded?: string
}

/**
 * Sends requests at a fixed rate, even while earlier requests are unanswered (open loop), and repeats no request. Three
 * of ten requests create a charge, which the traffic then pays at the PSP; the others read.
 */
export class Traffic {
  readonly charges = new Set<string>()
  /** The end-to-end ids of the payments that the PSP confirmed. */
  readonly payments = new Set<string>()
  /** The ids of the accepted refunds, by the id of their charge. */
  readonly refunds = new Map<string, string>()
  readonly failures = new Map<string, number>()
  count = 0
  readonly #options: TrafficOptions
  readonly #service: Pool
  readonly #bank: Pool
  readonly #stopping = new AbortController()
  readonly #open = new Set<Promise<void>>()
  readonly #latenciesMs: number[] = []
  readonly #recent: { id: string; apiKey: string }[] = []
  readonly #refundable: { id: string; apiKey: string; paidMs: number }[] = []
  #sending: Promise<void> | undefined
  #answeredMs = performance.now()
  #pauseMs = 0

  constructor(options: TrafficOptions) {
    this.#options = options
    this.#service = new Pool(options.origin, { connections: CONNECTIONS })
    this.#bank = new Pool(options.bank, { connections: CONNECTIONS })
  }

  start(): void {
    this.#answeredMs = performance.now()
    this.#sending = this.#send()
  }

  /** Stops sending, and waits for the open requests. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#sending
    await Promise.all(this.#open)
    await Promise.all([this.#service.close(), this.#bank.close()])
  }

  /**
   * Returns the statistics of the latencies since the scheduled time of each request, and the longest time without a
   * successful answer.
   */
  results(): Stats & { pauseMs: number } {
    return { ...statsOf(this.#latenciesMs, this.count / this.#options.rate), pauseMs: this.#pauseMs }
  }

  async #send(): Promise<void> {
    const startedMs = performance.now()
    for (; !this.#stopping.signal.aborted; this.count++) {
      const dueMs = startedMs + (this.count * 1000) / this.#options.rate
      const waitMs = dueMs - performance.now()
      if (waitMs > 0) await systemClock.sleep(waitMs, this.#stopping.signal)
      const work = this.#measure(this.#request(this.count), dueMs)
      this.#open.add(work)
      void work.finally(() => this.#open.delete(work))
    }
  }

  #request(n: number): Request {
    const { apiKeys } = this.#options
    const apiKey = apiKeys[n % apiKeys.length] ?? ''
    const charge = this.#recent[n % RECENT_MAX]
    if (n % 10 < 3 || !charge)
      return { method: 'POST', path: '/v1/pix/charges', apiKey, order: systemIds.bytes(8).toString('hex') }
    const [paid] = this.#refundable
    if (paid && performance.now() - paid.paidMs >= REFUND_AFTER_MS) {
      this.#refundable.shift()
      return {
        method: 'POST',
        path: `/v1/pix/charges/${paid.id}/refunds`,
        apiKey: paid.apiKey,
        refunded: paid.id,
      }
    }
    const reads = [
      { path: `/v1/pix/charges/${charge.id}`, apiKey: charge.apiKey },
      { path: '/v1/balance', apiKey },
      { path: '/v1/pix/charges?limit=10', apiKey },
      { path: '/v1/statement?limit=5', apiKey },
    ]
    return { method: 'GET', ...(reads[n % reads.length] ?? { path: '/v1/balance', apiKey }) }
  }

  async #measure(request: Request, dueMs: number): Promise<void> {
    try {
      const { statusCode, body } = await this.#service.request({
        path: request.path,
        method: request.method,
        headers: headersOf(request),
        ...bodyOf(request, this.count),
      })
      const text = await body.text()
      const nowMs = performance.now()
      this.#latenciesMs.push(nowMs - dueMs)
      if (statusCode >= 300) return this.#fail(`${request.method}: ${statusCode} ${codeOf(text)}`)
      this.#pauseMs = Math.max(this.#pauseMs, nowMs - this.#answeredMs)
      this.#answeredMs = nowMs
      if (request.order !== undefined) await this.#pay(text, request.apiKey, request.order)
      if (request.refunded !== undefined)
        this.refunds.set(request.refunded, /"id":"([^"]+)"/.exec(text)?.[1] ?? '')
    } catch (error) {
      this.#fail(`${request.method}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async #pay(created: string, apiKey: string, order: string): Promise<void> {
    const id = /"id":"([^"]+)"/.exec(created)?.[1]
    if (id === undefined || !created.includes('"status":"pending"'))
      return this.#fail('POST: the new charge is not pending')
    this.#recent[this.charges.size % RECENT_MAX] = { id, apiKey }
    this.charges.add(id)
    const endToEndId = `E99999004${order.padEnd(23, '0')}`
    this.#options.receiver.expect(endToEndId, performance.now())
    const { statusCode, body } = await this.#bank.request({
      path: '/simulator/pay',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ txid: id.replaceAll('-', ''), end_to_end_id: endToEndId }),
    })
    await body.dump()
    if (statusCode !== 200) return this.#fail(`simulator: ${statusCode}`)
    this.payments.add(endToEndId)
    if (this.#options.refunds && this.payments.size % 10 === 0)
      this.#refundable.push({ id, apiKey, paidMs: performance.now() })
  }

  #fail(kind: string): void {
    this.failures.set(kind, (this.failures.get(kind) ?? 0) + 1)
  }
}

const headersOf = ({ method, apiKey, order, refunded }: Request): Record<string, string> => ({
  authorization: `Bearer ${apiKey}`,
  ...(method === 'POST'
    ? { 'content-type': 'application/json', 'idempotency-key': order ?? `refund-${refunded}` }
    : {}),
})

function bodyOf({ order, refunded }: Request, n: number): { body?: string } {
  if (order !== undefined) return { body: chargeOf(order, n) }
  return refunded === undefined ? {} : { body: JSON.stringify({ amount_cents: REFUND_CENTS }) }
}

const chargeOf = (order: string, n: number): string =>
  JSON.stringify({ order_reference: order, amount_cents: 1_000, payer: payerOf(n) })

const codeOf = (text: string): string =>
  /"code":"([^"]+)"/.exec(text)?.[1] ?? text.slice(0, 60).replaceAll('\n', ' ')
