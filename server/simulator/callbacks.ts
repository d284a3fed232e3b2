import type { Clock } from '../src/kernel/clock.ts'
import { SLOW_MS, type Faults } from './faults.ts'
import { presentMed, presentPix } from './present.ts'
import type { Med, Pix } from './records.ts'
import type { State } from './state.ts'

/**
 * A function that sends one callback (POST, JSON) and returns the receiver's status. Rejects when there is no answer.
 * With `withoutCertificate`, the network presents no client certificate to the receiver.
 */
export type Deliver = (
  url: string,
  body: string,
  options?: { withoutCertificate?: boolean },
) => Promise<{ status: number }>

/**
 * A `lost` callback is never sent, a `late` callback is sent after a delay, and a `duplicate` callback is sent twice.
 */
export const CALLBACK_MODES = ['normal', 'lost', 'late', 'duplicate'] as const
export type CallbackMode = (typeof CALLBACK_MODES)[number]

export interface CallbackSchedule {
  /** The pauses in milliseconds between the attempts. There is one more attempt than there are pauses. */
  retryWaitsMs: readonly number[]
  /** The delay of a `late` callback, in milliseconds. */
  lateMs: number
}

interface Tools {
  clock: Clock
  state: State
  faults: Faults
  deliver: Deliver
  signal: AbortSignal
}

/**
 * The maximum number of pending callbacks. Further callbacks are dropped; the receiver finds their payments in the
 * PSP's list.
 */
const PENDING_MAX = 50_000
const CONCURRENCY_MAX = 64
const NO_ANSWER = { status: 0 }

/** Sends callbacks about payments, finished returns and MEDs in the background, with a limited number of retries. */
export class Callbacks {
  readonly #tools: Tools
  readonly #schedule: CallbackSchedule
  #pending = 0
  #inFlight = 0
  #busy = 0
  readonly #waiting: (() => void)[] = []
  #idleWaiters: (() => void)[] = []

  constructor(tools: Tools, schedule: CallbackSchedule) {
    this.#tools = tools
    this.#schedule = schedule
  }

  /**
   * Sends one callback with the current state of several payments to one Pix key. Does nothing if no webhook is
   * registered for the key.
   */
  send(
    chave: string,
    pix: readonly Pix[],
    mode: CallbackMode = 'normal',
    lateMs = this.#schedule.lateMs,
  ): void {
    const reported = pix.filter(({ txid }) => txid !== undefined)
    if (reported.length > 0) this.#send(chave, { pix: reported.map(presentPix) }, { mode, lateMs })
  }

  /** Sends one callback with the current state of a MED. Does nothing if no webhook is registered for the key. */
  sendMed(chave: string, med: Med, mode: CallbackMode = 'normal'): void {
    this.#send(chave, { infracoes: [presentMed(med)] }, { mode, lateMs: this.#schedule.lateMs })
  }

  /** Sends a test call to a URL. Returns whether the receiver answered 2xx. */
  async test(url: string, body: string, options: { withoutCertificate: boolean }): Promise<boolean> {
    const { status } = await this.#tools.deliver(url, body, options).catch(() => NO_ANSWER)
    return status >= 200 && status <= 299
  }

  /**
   * Sends `content` to the webhook URL with a suffix. For payments, the suffix is that of the dialect, by default
   * `/pix`. For notices of MEDs, the suffix is `/infracoes`.
   */
  #send(
    chave: string,
    content: { pix: unknown } | { infracoes: unknown },
    { mode, lateMs }: { mode: CallbackMode; lateMs: number },
  ): void {
    const webhook = this.#tools.state.webhooks.get(chave)
    if (webhook === undefined || mode === 'lost') return
    const suffix = 'pix' in content ? (webhook.suffix ?? '/pix') : '/infracoes'
    const url = webhook.webhookUrl.replace(/\/+$/, '') + suffix
    const body = JSON.stringify(content)
    const delayMs = mode === 'late' ? lateMs : 0
    for (let copy = mode === 'duplicate' ? 2 : 1; copy > 0 && this.#pending < PENDING_MAX; copy -= 1) {
      this.#pending += 1
      this.#busy += 1
      void this.#run(url, body, delayMs)
    }
  }

  /** Resolves once no callback is being sent. Callbacks that wait for a retry do not count. */
  async idle(): Promise<void> {
    if (this.#busy > 0) await new Promise<void>((resolve) => this.#idleWaiters.push(resolve))
  }

  async #run(url: string, body: string, delayMs: number): Promise<void> {
    if (delayMs > 0) await this.#sleep(delayMs)
    for (const waitMs of [...this.#schedule.retryWaitsMs, undefined]) {
      if (this.#tools.signal.aborted || (await this.#withSlot(() => this.#attempt(url, body)))) break
      if (waitMs !== undefined) await this.#sleep(waitMs)
    }
    this.#pending -= 1
    this.#decrementBusy()
  }

  async #attempt(url: string, body: string): Promise<boolean> {
    const fault = this.#tools.faults.take('callback', 'POST')
    if (fault?.mode === 'slow') await this.#tools.clock.sleep(fault.delayMs ?? SLOW_MS, this.#tools.signal)
    else if (fault !== undefined && fault.mode !== 'timeout_after' && fault.mode !== 'drop') return false
    const { status } = await this.#tools.deliver(url, body).catch(() => NO_ANSWER)
    return status === 200 && fault?.mode !== 'timeout_after' && fault?.mode !== 'drop'
  }

  async #withSlot(work: () => Promise<boolean>): Promise<boolean> {
    if (this.#inFlight >= CONCURRENCY_MAX) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#inFlight += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#inFlight -= 1
      else next()
    }
  }

  async #sleep(ms: number): Promise<void> {
    this.#decrementBusy()
    await this.#tools.clock.sleep(ms, this.#tools.signal)
    this.#busy += 1
  }

  #decrementBusy(): void {
    this.#busy -= 1
    if (this.#busy > 0) return
    for (const resolve of this.#idleWaiters.splice(0)) resolve()
  }
}
