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
  /** The end-to-end ids of the payments that the PSP confirmed, and their merchants. */
  payments: Map<string, string>
  /** When calls of the cell may get 503. */
  refusals: { fromMs: number; toMs: number }[]
}

/** A charge that waits for its payment. */
export interface UnpaidCharge {
  id: string
  merchantId: string
  order: string
}

/** A target of the load: a merchant and its cell. */
interface Target {
  merchant: BenchMerchant
  load: CellLoad
}

export const isSuccess = (status: string): boolean => status < '300'

/**
 * Creates charges at a fixed rate for all merchants in turn, even while earlier calls are unanswered (open loop). Pays
 * each charge at the PSP of its cell, and reads the charge and the balance. Repeats no call.
 */
export class PaymentsLoad {
  readonly cells: ReadonlyMap<string, CellLoad>
  readonly receiver: Receiver
  readonly #service: Pool
  readonly #targets: readonly Target[]
  /** How many payments `run` has begun. It continues with the next merchant. */
  #begun = 0

  constructor({ parts, origin }: Installation, receiver: Receiver) {
    this.#service = new Pool(origin, { connections: CONNECTIONS })
    this.receiver = receiver
    const loads = parts.map((part): [string, CellLoad] => [
      part.id,
      {
        part,
        bank: new Pool(part.bank, { connections: CONNECTIONS }),
        calls: [],
        charges: new Set(),
        payments: new Map(),
        refusals: [],
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
      const target = this.#targets[this.#begun++ % this.#targets.length]
      if (!target) throw new Error('BUG: PaymentsLoad: there is no merchant')
      const work = this.payOnce(target, dueMs)
      open.add(work)
      void work.finally(() => open.delete(work))
    }
    await Promise.all(open)
  }

  /**
   * Creates a charge of merchant `n` of a cell, pays the charge, and reads the charge and the balance. After the last
   * merchant, counting restarts at the first.
   */
  payInCell(id: string, n = 0): Promise<void> {
    return this.payOnce(this.#targetIn(id, n), performance.now())
  }

  /** Creates a charge of the merchant `n` of a cell, and does not pay it. Returns undefined if the call failed. */
  async createUnpaid(id: string, n: number): Promise<UnpaidCharge | undefined> {
    return (await this.#create(this.#targetIn(id, n), performance.now()))?.charge
  }

  /** Pays a charge at the PSP of its cell. Returns the end-to-end id, or undefined if the PSP refused the payment. */
  async pay(cell: string, { id, merchantId, order }: UnpaidCharge): Promise<string | undefined> {
    const { bank, payments } = this.#cell(cell)
    const endToEndId = `E99999004${order.padEnd(23, '0')}`
    this.receiver.expect(endToEndId, performance.now())
    if (!(await payAtSimulator(bank, id, endToEndId))) return undefined
    payments.set(endToEndId, merchantId)
    return endToEndId
  }

  /** Allows 503 for the calls of a cell that ended at or after `fromMs` and began at or before `toMs`. */
  allowRefusals(id: string, fromMs: number, toMs: number): void {
    this.#cell(id).refusals.push({ fromMs, toMs })
  }

  /** Returns the number of failed calls of a cell for each status. Leaves out the refusals that are allowed. */
  failuresOf(id: string): Record<string, number> {
    const { calls, refusals } = this.#cell(id)
    return countStatuses(
      calls.filter(({ status, atMs, ms }) => {
        const isAllowed = refusals.some(({ fromMs, toMs }) => atMs + ms >= fromMs && atMs <= toMs)
        return !isSuccess(status) && !(status === '503' && isAllowed)
      }),
    )
  }

  /** Returns the statistics of the calls since `sinceMs`, and the number of calls by status. */
  statsSince(id: string, sinceMs: number): Stats & { statuses: Record<string, number> } {
    const calls = this.#cell(id).calls.filter(({ atMs }) => atMs >= sinceMs)
    const times = calls.map(({ ms }) => ms)
    return { ...statsOf(times, 1), statuses: countStatuses(calls) }
  }

  async close(): Promise<void> {
    await this.#service.close()
    for (const { bank } of this.cells.values()) await bank.close()
  }

  async payOnce(target: Target, dueMs: number): Promise<void> {
    const { merchant, load } = target
    const created = await this.#create(target, dueMs)
    if (!created) return
    if (created.isPending) await this.pay(load.part.id, created.charge)
    for (const path of [`/v1/pix/charges/${created.charge.id}`, '/v1/balance'])
      await this.#call(merchant, load, { path, dueMs: performance.now() })
  }

  #cell(id: string): CellLoad {
    const load = this.cells.get(id)
    if (!load) throw new Error(`BUG: PaymentsLoad: there is no cell ${id}`)
    return load
  }

  #targetIn(id: string, n: number): Target {
    const load = this.#cell(id)
    const merchant = load.part.merchants[n % load.part.merchants.length]
    if (!merchant) throw new Error(`BUG: the cell ${id} has no merchant`)
    return { merchant, load }
  }

  async #create(
    { merchant, load }: Target,
    dueMs: number,
  ): Promise<{ charge: UnpaidCharge; isPending: boolean } | undefined> {
    const order = systemIds.bytes(8).toString('hex')
    const body = JSON.stringify({
      order_reference: order,
      amount_cents: 1_000,
      payer: payerOf(load.charges.size),
    })
    const created = await this.#call(merchant, load, { path: '/v1/pix/charges', order, body, dueMs })
    const id = /"id":"([^"]+)"/.exec(created)?.[1]
    if (id === undefined) return undefined
    load.charges.add(id)
    const isPending = created.includes('"status":"pending"')
    return { charge: { id, merchantId: merchant.id, order }, isPending }
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
}

const countStatuses = (calls: readonly Call[]): Record<string, number> =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(calls, ({ status }) => status),
      ([status, of]) => [status, of.length],
    ),
  )
