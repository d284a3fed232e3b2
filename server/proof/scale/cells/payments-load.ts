import { Pool } from 'undici'
import { payerOf } from '../../../bench/payers.ts'
import type { BenchMerchant } from '../../../bench/deployment.ts'
import { statsOf, type Stats } from '../../../bench/load/closed-loop.ts'
import type { Receiver } from '../../../bench/load/receiver.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { systemIds } from '../../../src/kernel/ids.ts'
import type { CellPart, Installation } from './installation.ts'
import { payAtSimulator } from './pay-at-simulator.ts'

const CONNECTIONS = 200

/** The result of one call. */
interface Call {
  atMs: number
  ms: number
  /** The HTTP status, `503 without Retry-After`, or `no answer`. */
  status: string
}

/** The calls and payments of one cell. */
interface CellLoad {
  part: CellPart
  bank: Pool
  calls: Call[]
  /** The ids of the charges whose creation was answered with 201. */
  charges: Set<string>
  /** The end-to-end ids of the payments that the PSP confirmed. */
  payments: Set<string>
}

/** A target of the load: a merchant and its cell. */
interface Target {
  merchant: BenchMerchant
  load: CellLoad
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Returns the latencies and the answers of the calls of a cell since `sinceMs`, as one line. */
export function describe(load: PaymentsLoad, id: string, sinceMs: number): string {
  const { p50Ms, p99Ms, statuses } = load.statsSince(id, sinceMs)
  const texts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  return `${id.padEnd(5)} p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms; answers ${texts.join(', ')}`
}

/** Returns whether every call of a cell since `sinceMs` succeeded. */
export const areSuccesses = (load: PaymentsLoad, id: string, sinceMs: number): boolean =>
  Object.keys(load.statsSince(id, sinceMs).statuses).every((status) => status < '300')

/** Returns whether every call succeeded, except the calls of the cells `except`. */
export const onlySuccesses = (load: PaymentsLoad, except: readonly string[]): boolean =>
  Array.from(load.cells.keys())
    .filter((id) => !except.includes(id))
    .every((id) => areSuccesses(load, id, 0))

/**
 * Creates charges at a fixed rate for all merchants in turn, even while earlier calls are unanswered (open loop). Pays
 * each charge at the PSP of its cell, and reads the charge and the balance. Repeats no call.
 */
export class PaymentsLoad {
  readonly cells: ReadonlyMap<string, CellLoad>
  readonly #service: Pool
  readonly #receiver: Receiver
  readonly #targets: readonly Target[]

  constructor({ parts, origin }: Installation, receiver: Receiver) {
    this.#service = new Pool(origin, { connections: CONNECTIONS })
    this.#receiver = receiver
    const loads = parts.map((part): [string, CellLoad] => [
      part.id,
      {
        part,
        bank: new Pool(part.bank, { connections: CONNECTIONS }),
        calls: [],
        charges: new Set(),
        payments: new Set(),
      },
    ])
    this.cells = new Map(loads)
    const longest = Math.max(...parts.map(({ merchants }) => merchants.length))
    this.#targets = Array.from({ length: longest }, (_, n) =>
      loads.flatMap(([, load]) => {
        const merchant = load.part.merchants[n]
        return merchant ? [{ merchant, load }] : []
      }),
    ).flat()
  }

  /** Runs the load for `seconds`, and waits for the last answers. */
  async run(rate: number, seconds: number): Promise<void> {
    const open = new Set<Promise<void>>()
    const startedMs = performance.now()
    for (let n = 0; n < rate * seconds; n++) {
      const dueMs = startedMs + (n * 1_000) / rate
      const waitMs = dueMs - performance.now()
      if (waitMs > 0) await systemClock.sleep(waitMs)
      const target = this.#targets[n % this.#targets.length]
      if (!target) throw new Error('BUG: PaymentsLoad: there is no merchant')
      const work = this.payOnce(target, dueMs)
      open.add(work)
      void work.finally(() => open.delete(work))
    }
    await Promise.all(open)
  }

  /** Makes the calls of one payment of the first merchant of a cell. */
  payInCell(id: string): Promise<void> {
    const target = this.#targets.find(({ load }) => load.part.id === id)
    if (!target) throw new Error(`BUG: the cell ${id} has no merchant`)
    return this.payOnce(target, performance.now())
  }

  /** Returns the statistics of the calls since `sinceMs`, and the number of calls by status. */
  statsSince(id: string, sinceMs: number): Stats & { statuses: Record<string, number> } {
    const calls = (this.cells.get(id)?.calls ?? []).filter(({ atMs }) => atMs >= sinceMs)
    const statuses = Array.from(
      Map.groupBy(calls, ({ status }) => status),
      ([status, of]) => [status, of.length],
    )
    return {
      ...statsOf(
        calls.map(({ ms }) => ms),
        1,
      ),
      statuses: Object.fromEntries(statuses),
    }
  }

  async close(): Promise<void> {
    await this.#service.close()
    for (const { bank } of this.cells.values()) await bank.close()
  }

  async payOnce({ merchant, load }: Target, dueMs: number): Promise<void> {
    const order = systemIds.bytes(8).toString('hex')
    const body = JSON.stringify({
      order_reference: order,
      amount_cents: 1_000,
      payer: payerOf(load.charges.size),
    })
    const created = await this.#call(merchant, load, { path: '/v1/pix/charges', order, body, dueMs })
    const id = /"id":"([^"]+)"/.exec(created)?.[1]
    if (id === undefined) return
    load.charges.add(id)
    if (created.includes('"status":"pending"')) await this.#pay(load, id, order)
    for (const path of [`/v1/pix/charges/${id}`, '/v1/balance'])
      await this.#call(merchant, load, { path, dueMs: performance.now() })
  }

  /** Returns the body of a successful answer; an empty text without one. */
  async #call(
    { apiKey }: BenchMerchant,
    { calls }: CellLoad,
    { path, order, body, dueMs }: { path: string; order?: string; body?: string; dueMs: number },
  ): Promise<string> {
    const done = (status: string): void =>
      void calls.push({ atMs: dueMs, ms: performance.now() - dueMs, status })
    try {
      const answer = await this.#service.request({
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(order === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': order }),
        },
        ...(body === undefined ? {} : { body }),
      })
      const text = await answer.body.text()
      const { statusCode, headers } = answer
      const isIncomplete = statusCode === 503 && headers['retry-after'] === undefined
      done(isIncomplete ? '503 without Retry-After' : String(statusCode))
      return statusCode < 300 ? text : ''
    } catch {
      done('no answer')
      return ''
    }
  }

  async #pay({ bank, payments }: CellLoad, id: string, order: string): Promise<void> {
    const endToEndId = `E99999004${order.padEnd(23, '0')}`
    this.#receiver.expect(endToEndId, performance.now())
    if (await payAtSimulator(bank, id, endToEndId)) payments.add(endToEndId)
  }
}
