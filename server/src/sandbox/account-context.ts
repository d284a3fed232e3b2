import { plusMs, type Clock } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { onlyAccount, type WithPix } from '../pix/pix-accounts.ts'
import type { WithFeed } from '../webhooks/feed/feed-waiters.ts'
import type { WithSender } from '../webhooks/sending/sender.ts'
import type { WithFiles } from '../files/file-tools.ts'
import type { Loop } from '../kernel/jobs/loop.ts'
import { makeTestNetwork } from './network/test-network.ts'

/** The context that the jobs of the test environment pass to use cases. */
export type JobContext = Context & WithPix & WithSender & WithFiles & WithFeed

/** The parts of the process that the test environment uses. */
export interface SandboxTools {
  /** Returns a context on the sandbox database whose clock shows the real time. */
  context(actor: string, correlationId?: string): JobContext
  /** The loops of the jobs that may run for one test account. */
  loops: readonly Loop<JobContext>[]
  /** The maximum time for which a call waits for the jobs of its test account, in milliseconds. */
  waitMs: number
  /**
   * Runs the due steps of the test network for a test account, at most `limit` of them. Returns how many due steps it
   * found.
   */
  runSteps(ctx: JobContext, merchantId: string, limit: number): Promise<number>
  /** Opens or decides a dispute of a payment at the test network, which reports this to the service. */
  disputePayment(ctx: JobContext, merchantId: string, report: DisputeReport): Promise<void>
}

/** A report of the test network about a dispute (MED) of the payment of a charge. */
export interface DisputeReport {
  txid: string
  endToEndId: string
  news: 'opened' | 'accepted' | 'rejected' | 'cancelled'
}

/** Adds the tools of the test environment to the context of a call that uses a test key. */
export interface WithSandbox {
  readonly sandbox?: SandboxTools | undefined
}

/** The clock of a test account, which shows real time plus an offset that only grows. */
export class AccountClock implements Clock {
  readonly #real: Clock
  offsetMs: number

  constructor(real: Clock, offsetMs: number) {
    this.#real = real
    this.offsetMs = offsetMs
  }

  now(): Date {
    return plusMs(this.#real.now(), this.offsetMs)
  }

  realTime(): Date {
    return this.#real.now()
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#real.sleep(ms, signal)
  }
}

/** Returns a copy of `ctx` with the clock and the test network of a test account. */
export function accountContext<C extends JobContext>(ctx: C, merchantId: string, clock: Clock): C {
  const timed = { ...ctx, clock }
  return { ...timed, pix: onlyAccount(makeTestNetwork(timed, merchantId)) }
}
