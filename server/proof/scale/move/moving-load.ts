import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { z } from 'zod'
import { payerOf } from '../../../bench/payers.ts'
import type { Receiver } from '../../../bench/load/receiver.ts'
import { systemIds } from '../../../src/kernel/ids.ts'
import type { Installation } from '../cells/installation.ts'
import { payAtSimulator } from '../cells/pay-at-simulator.ts'
import { Refusals } from './refusals.ts'

const CONNECTIONS = 64
/** How long a caller waits before it repeats a refused call, in milliseconds. Shorter than asked, to measure the pause. */
const REPEAT_MS = 50
const REFUSED_MS_MAX = 120_000
/** A call without an answer ends after this time, and is wrong. */
const ANSWER_MS_MAX = 10_000
const RETRY_AFTER_MAX = 2
const AMOUNT_CENTS = 1_000
const REFUND_CENTS = 100

const Answer = z.object({ id: z.string().optional(), status: z.string().optional() }).catchall(z.unknown())

/** The calls, charges and payments of one merchant. */
export interface MerchantLoad {
  id: string
  apiKey: string
  charges: Map<string, string>
  /** The end-to-end id of each payment that a PSP confirmed, and the cell of the PSP. */
  payments: Map<string, string>
  refunds: number
  refusals: Refusals
}

/** One call, with the times at which it was sent and answered. */
interface Exchange {
  status: number
  retryAfter: unknown
  text: string
  sentMs: number
  arrivedMs: number
}

/**
 * Charges, pays and refunds for all merchants, while they move. Repeats a call that is refused with 503 and
 * `Retry-After`. Every other answer that is not the expected one is wrong.
 */
export class MovingLoad {
  readonly merchants: readonly MerchantLoad[]
  readonly wrong: string[] = []
  calls = 0
  /** The call that lasted longest, also of the calls that were refused or got no answer. */
  slowest = { ms: 0, call: '' }
  readonly #service: Pool
  readonly #banks: ReadonlyMap<string, Pool>
  readonly #receiver: Receiver
  readonly #stopping = new AbortController()
  #running: Promise<unknown> = Promise.resolve()

  constructor({ parts, origin }: Installation, receiver: Receiver) {
    this.#service = new Pool(origin, {
      connections: CONNECTIONS,
      headersTimeout: ANSWER_MS_MAX,
      bodyTimeout: ANSWER_MS_MAX,
    })
    this.#receiver = receiver
    this.#banks = new Map(parts.map(({ id, bank }) => [id, new Pool(bank, { connections: CONNECTIONS })]))
    this.merchants = parts.flatMap((part) =>
      part.merchants.map((merchant) => ({
        ...merchant,
        charges: new Map(),
        payments: new Map(),
        refunds: 0,
        refusals: new Refusals(),
      })),
    )
  }

  /** Starts the load: each merchant makes a payment every `intervalMs` milliseconds. */
  start(intervalMs: number): void {
    const { signal } = this.#stopping
    this.#running = Promise.all(
      this.merchants.map(async (merchant) => {
        const open = new Set<Promise<void>>()
        while (!signal.aborted) {
          const work = this.#payOnce(merchant)
          open.add(work)
          void work.finally(() => open.delete(work))
          await pause(intervalMs, undefined, { signal }).catch(() => undefined)
        }
        await Promise.all(open)
      }),
    )
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async close(): Promise<void> {
    await this.#service.close()
    for (const bank of this.#banks.values()) await bank.close()
  }

  /**
   * Makes a call, repeats it while it gets 503, and returns the parsed body. If the status is not in `expected`, adds
   * the call to `wrong` and returns an empty object.
   */
  async call(
    merchant: MerchantLoad,
    path: string,
    { body, key, expected = [200] }: { body?: object; key?: string; expected?: readonly number[] } = {},
  ): Promise<z.infer<typeof Answer>> {
    const giveUpMs = performance.now() + REFUSED_MS_MAX
    for (;;) {
      const answer = await this.#request(merchant, path, { body, key })
      const { status, retryAfter, text, sentMs, arrivedMs } = answer
      const isRefused = status === 503 && Number(retryAfter) > 0 && Number(retryAfter) <= RETRY_AFTER_MAX
      if (isRefused) merchant.refusals.refused(sentMs, arrivedMs)
      if (!isRefused || arrivedMs > giveUpMs) {
        if (!expected.includes(status)) {
          this.wrong.push(`${body ? 'POST' : 'GET'} ${path}: ${status} ${text.slice(0, 200)}`)
          return {}
        }
        merchant.refusals.served(sentMs, arrivedMs)
        return Answer.parse(JSON.parse(text))
      }
      await pause(REPEAT_MS)
    }
  }

  /** Waits until the calls of a merchant are served again, so that their refusals are measured. */
  async untilServed(merchant: MerchantLoad): Promise<void> {
    const giveUpMs = performance.now() + REFUSED_MS_MAX
    do await this.call(merchant, '/v1/balance')
    while (merchant.refusals.isOpen && performance.now() < giveUpMs)
  }

  async #request(
    { apiKey }: MerchantLoad,
    path: string,
    { body, key }: { body?: object | undefined; key?: string | undefined },
  ): Promise<Exchange> {
    this.calls += 1
    const method = body ? 'POST' : 'GET'
    const sentMs = performance.now()
    const ended = (answer: Pick<Exchange, 'status' | 'retryAfter' | 'text'>): Exchange => {
      const arrivedMs = performance.now()
      const ms = arrivedMs - sentMs
      if (ms > this.slowest.ms) this.slowest = { ms, call: `${method} ${path}: ${answer.status}` }
      return { ...answer, sentMs, arrivedMs }
    }
    try {
      const answer = await this.#service.request({
        path,
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body ? { 'content-type': 'application/json', 'idempotency-key': key ?? '' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await answer.body.text()
      return ended({ status: answer.statusCode, retryAfter: answer.headers['retry-after'], text })
    } catch (error) {
      return ended({ status: 0, retryAfter: undefined, text: String(error) })
    }
  }

  /** Creates a charge, pays it, reads it until it is paid, and refunds a part of every second charge. */
  async #payOnce(merchant: MerchantLoad): Promise<void> {
    const key = systemIds.bytes(8).toString('hex')
    const body = { order_reference: key, amount_cents: AMOUNT_CENTS, payer: payerOf(merchant.charges.size) }
    const created = await this.call(merchant, '/v1/pix/charges', { body, key, expected: [201, 200] })
    const { id } = created
    if (id === undefined) return
    const repeated = await this.call(merchant, '/v1/pix/charges', { body, key, expected: [201, 200] })
    if (repeated.id !== id) this.wrong.push(`the repeated creation of ${id} answered ${repeated.id}`)
    merchant.charges.set(id, key)
    await this.#pay(merchant, id, key)
    const charge = await this.#readPaid(merchant, id)
    await this.call(merchant, '/v1/balance')
    if (charge !== 'paid' || merchant.charges.size % 2 === 0) return
    const refund = { body: { amount_cents: REFUND_CENTS }, key: `refund-${key}`, expected: [201, 200] }
    await this.call(merchant, `/v1/pix/charges/${id}/refunds`, refund)
    merchant.refunds += 1
  }

  /** Reads a charge until it is paid, for at most a minute of served calls. */
  async #readPaid(merchant: MerchantLoad, id: string): Promise<string | undefined> {
    for (let n = 0; n < 200; n++) {
      const { status } = await this.call(merchant, `/v1/pix/charges/${id}`)
      if (status !== 'pending') return status
      await pause(300)
    }
    return undefined
  }

  /** Pays a charge at the PSP that has it. */
  async #pay({ payments }: MerchantLoad, id: string, key: string): Promise<void> {
    const endToEndId = `E99999004${key.padEnd(23, '0')}`
    this.#receiver.expect(endToEndId, performance.now())
    for (const [cell, bank] of this.#banks) {
      if (!(await payAtSimulator(bank, id, endToEndId))) continue
      payments.set(endToEndId, cell)
      return
    }
    this.wrong.push(`no PSP has the charge ${id}`)
  }
}
