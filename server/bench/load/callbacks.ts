import { Pool } from 'undici'
import { systemClock } from '../../src/kernel/clock.ts'
import { toReais } from '../../src/kernel/values/money.ts'
import { CONNECTIONS } from '../bench.ts'
import type { Deployment } from '../deployment.ts'
import { repeat, send, statsOf, type Repeat, type Stats } from './closed-loop.ts'

/** A pending charge with the data that a payment of it needs. */
export interface Payable {
  id: string
  amountCents: bigint
}

const WAITING_MAX = 1_000
const REFRESH_MS = 25
const COUNT_WAITING = `select count(*)::int as n from network_inbox where state = 'waiting'`

/** Simulates a PSP at which charges are paid: sends one callback for each charge. */
export class Callbacks {
  readonly #deployment: Deployment
  readonly #pool: Pool
  /**
   * An estimate of the number of payments that wait in the inbox: the last count in the database, plus the callbacks
   * sent since that count.
   */
  #waiting = 0
  #counting: Promise<void> | undefined

  constructor(deployment: Deployment) {
    this.#deployment = deployment
    this.#pool = new Pool(deployment.origin, { connections: CONNECTIONS })
  }

  /**
   * Pays the charges in turn as fast as the service accepts callbacks. At most 1,000 payments wait in the service's
   * inbox. The latency of a callback is the time until its response.
   */
  payAll(charges: readonly Payable[], run: Omit<Repeat, 'connections'>): Promise<Stats> {
    const left = charges.values()
    return repeat({ ...run, connections: CONNECTIONS }, async () => {
      while (this.#waiting >= WAITING_MAX) await (this.#counting ??= this.#countWaiting())
      const { value: charge } = left.next()
      if (!charge) return 'done'
      this.#waiting += 1
      return this.#post(charge, performance.now())
    })
  }

  /**
   * Pays each charge at its scheduled time, even while earlier callbacks are unanswered. Latencies count from the
   * scheduled time. So a stall counts for every payment that it delays (no coordinated omission). `seconds` of the
   * result is the time until the last callback was sent.
   */
  async payAt(charges: readonly (Payable & { atMs: number })[]): Promise<Stats> {
    const startMs = performance.now()
    const answered: Promise<number>[] = []
    for (const charge of charges.toSorted((a, b) => a.atMs - b.atMs)) {
      const dueMs = startMs + charge.atMs
      const waitMs = dueMs - performance.now()
      if (waitMs > 0) await systemClock.sleep(waitMs)
      const answer = this.#post(charge, dueMs).then(() => performance.now() - dueMs)
      answer.catch(() => undefined)
      answered.push(answer)
    }
    const seconds = (performance.now() - startMs) / 1000
    return statsOf(await Promise.all(answered), seconds)
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  async #post({ id, amountCents }: Payable, dueMs: number): Promise<void> {
    const { stack, callbackPath: path, settings } = this.#deployment
    const txid = id.replaceAll('-', '')
    const endToEndId = `E${txid.slice(-31)}`
    const horario = systemClock.now().toISOString()
    // The service skips payments with the Pix key of another account.
    const chave = settings['PIX_KEY'] ?? ''
    const pix = { endToEndId, txid, valor: toReais(amountCents), horario, chave }
    stack.receiver.expect(endToEndId, dueMs)
    stack.pspLists.add(pix)
    const headers = { 'content-type': 'application/json' }
    await send(this.#pool, { path, headers, body: JSON.stringify({ pix: [pix] }) })
  }

  async #countWaiting(): Promise<void> {
    await systemClock.sleep(REFRESH_MS)
    const before = this.#waiting
    const { rows } = await this.#deployment.owner.query<{ n: number }>(COUNT_WAITING)
    this.#waiting += (rows[0]?.n ?? 0) - before
    this.#counting = undefined
  }
}
