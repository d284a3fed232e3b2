import type { Clock } from '../src/kernel/clock.ts'
import { handleCall } from './handle-call.ts'
import { apiPixRoutes } from './api-pix.routes.ts'
import { Callbacks, type Deliver } from './callbacks.ts'
import type { Call, Outcome } from './calls.ts'
import { removeByBank } from './cobs.ts'
import { controlRoutes, reportCob } from './control.routes.ts'
import type { Dialect } from './dialects/dialect.ts'
import { DIALECTS, STANDARD } from './dialects/dialects.ts'
import { Faults, type Fault, type FaultGroup } from './faults.ts'
import { createInProcessFetch } from './fetch.ts'
import type { Random } from './identifiers.ts'
import { endMed, openMed, resumeMeds, type MedInput } from './meds.ts'
import type { Parts, Settings } from './parts.ts'
import { pay, payMany, type PayInput } from './payments.ts'
import type { Change, Med, MedOutcome, Pix } from './records.ts'
import { resumeReturns } from './returns.ts'
import { Router, type Route } from './router.ts'
import { State } from './state.ts'
import { Tokens, type Client } from './tokens.ts'

const LOCATION_BASE_MAX = 77 - '/qr/v2/'.length - 35

export interface NetworkOptions {
  clock: Clock
  random: Random
  clients: readonly Client[]
  /** The dialect of calls whose path names no dialect. The default is the standard. */
  dialect?: Dialect | undefined
  /**
   * The dialects that the path of a call may name (`/dialects/efi/…`). The default is the dialects of all known PSPs.
   */
  dialects?: Readonly<Record<string, Dialect>> | undefined
  /** Sends a callback to the receiver. */
  deliver: Deliver
  /** The pauses between the attempts of a callback, in milliseconds. The default is 1 s, 5 s, 30 s, 2 min, 10 min. */
  retryWaitsMs?: readonly number[] | undefined
  /** The delay of a `late` callback, in milliseconds. The default is 10 s. */
  lateMs?: number | undefined
  /** The base of the locations of charges. The default is `http://pix.example`. */
  publicUrl?: string | undefined
  merchantName?: string | undefined
  merchantCity?: string | undefined
  /** The Pix keys that belong to the receiver. By default, every key belongs to the receiver. */
  keys?: readonly string[] | undefined
  /** Whether charges have the optional text `pixCopiaECola`. The default is true. */
  copyAndPaste?: boolean | undefined
  /** The lifetime of a token in seconds. The default is 3600. */
  tokenSeconds?: number | undefined
  /** The time from the request of a return to its end, in milliseconds. The default is 300. */
  returnDelayMs?: number | undefined
  /** The time from the opening of a MED without a notice to its end, in milliseconds. The default is 1000. */
  medDelayMs?: number | undefined
  /**
   * The simulator checks at least this often whether a MED is due. A test that advances its clock uses a short time.
   * The default is a day.
   */
  medWaitMaxMs?: number | undefined
  /** The changes that an earlier network passed to `save`, in their order. */
  saved?: Iterable<Change> | undefined
  /**
   * This function is called with every change. To restore the state, pass these changes to a later network as `saved`.
   */
  save?: ((change: Change) => void) | undefined
  /** Additional routes, such as those of the page and of the inbox. */
  routes?: readonly Route[] | undefined
}

export type CobReport = ReturnType<typeof reportCob>

/** The simulated Pix network, with one receiver. */
export interface Network {
  /** Serves API Pix and the control routes. Looks only at the path of the URL, so any host works. */
  fetch: typeof globalThis.fetch
  /** Serves the same routes for an HTTP server. Never rejects. */
  handle: (call: Call) => Promise<Outcome>
  pay: (input: PayInput) => Pix[]
  payMany: (txids: readonly string[]) => Pix[]
  openMed: (input: MedInput) => Med
  endMed: (id: string, outcome: MedOutcome, amounts?: readonly bigint[]) => Med
  setFault: (fault: Fault) => void
  liftFaults: (on?: FaultGroup) => void
  /** Returns the body of GET /simulator/cobs/{txid}. */
  cob: (txid: string) => CobReport
  /** Removes a charge in the same way as a PSP does. */
  removeCob: (txid: string) => void
  /** Deletes a webhook although the receiver did not request it. */
  removeWebhook: (chave: string) => void
  revokeTokens: () => void
  /** Number of calls to API Pix by method and group (`"PUT cob"`). */
  callTotals: () => Record<string, number>
  /** Resolves once no callback is being sent. Callbacks that wait for a retry do not count. */
  idle: () => Promise<void>
  /** Aborts all pending waits. */
  close: () => void
}

/**
 * Creates a simulated Pix network, with the state of `saved` if given.
 * @throws RangeError when `publicUrl` is too long for a BR Code.
 */
export function createNetwork(options: NetworkOptions): Network {
  const closing = new AbortController()
  const state = new State(options.save ?? (() => undefined))
  state.restore(options.saved ?? [])
  const { clock, random, deliver } = options
  const faults = new Faults(random)
  const callbacks = new Callbacks(
    { clock, state, faults, deliver, signal: closing.signal },
    {
      retryWaitsMs: options.retryWaitsMs ?? [1_000, 5_000, 30_000, 120_000, 600_000],
      lateMs: options.lateMs ?? 10_000,
    },
  )
  const settings = readSettings(options)
  const parts: Parts = { clock, random, state, faults, callbacks, settings, signal: closing.signal }
  const tokens = new Tokens(options.clients, clock, random, options.tokenSeconds ?? 3600)
  const totals = new Map<string, number>()
  const callTotals = () => Object.fromEntries(totals)
  const router = new Router([
    ...apiPixRoutes(parts, tokens),
    ...controlRoutes(parts, tokens, callTotals),
    ...(options.routes ?? []),
  ])
  const { dialect = STANDARD, dialects = DIALECTS } = options
  const handle = (call: Call) => handleCall({ parts, router, tokens, totals, dialect, dialects }, call)
  resumeReturns(parts)
  resumeMeds(parts)
  return {
    fetch: createInProcessFetch(handle),
    handle,
    pay: (input) => pay(parts, input),
    payMany: (txids) => payMany(parts, txids),
    openMed: (input) => openMed(parts, input),
    endMed: (id, outcome, amounts) => endMed(parts, id, { outcome, parts: amounts }),
    setFault: (fault) => faults.set(fault),
    liftFaults: (on) => void faults.lift(on),
    cob: (txid) => reportCob(parts, txid),
    removeCob: (txid) => void removeByBank(parts, txid),
    removeWebhook: (chave) => state.record({ kind: 'webhook_gone', chave }),
    revokeTokens: () => tokens.revokeAll(),
    callTotals,
    idle: () => callbacks.idle(),
    close: () => closing.abort(),
  }
}

function readSettings(options: NetworkOptions): Settings {
  const locationBase = (options.publicUrl ?? 'http://pix.example')
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '')
  if (locationBase.length > LOCATION_BASE_MAX)
    throw new RangeError(`publicUrl without its scheme is longer than ${LOCATION_BASE_MAX} characters`)
  return {
    profile: {
      locationBase,
      merchantName: options.merchantName ?? 'Loja Demonstração',
      merchantCity: options.merchantCity ?? 'São Paulo',
      copyAndPaste: options.copyAndPaste ?? true,
    },
    keys: options.keys,
    returnDelayMs: options.returnDelayMs ?? 300,
    medDelayMs: options.medDelayMs ?? 1000,
    medWaitMaxMs: options.medWaitMaxMs ?? 86_400_000,
  }
}
