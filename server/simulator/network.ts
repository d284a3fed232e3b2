import type { Clock } from '../src/kernel/clock.ts'
import { handleCall } from './handle-call.ts'
import { apiPixRoutes } from './api-pix.routes.ts'
import { Callbacks, type Deliver } from './callbacks.ts'
import type { Call, Outcome } from './calls.ts'
import { removeByBank } from './cobs.ts'
import { controlRoutes, reportCob } from './control.routes.ts'
import { Faults, type Fault, type FaultGroup } from './faults.ts'
import { createInProcessFetch } from './fetch.ts'
import type { Random } from './identifiers.ts'
import { endMed, openMed, resumeMeds, type MedInput } from './meds.ts'
import type { Parts, Settings } from './parts.ts'
import { pay, payMany, type PayInput } from './payments.ts'
import type { Change, Med, Pix } from './records.ts'
import { resumeReturns } from './returns.ts'
import { Router, type Route } from './router.ts'
import { State } from './state.ts'
import { Tokens, type Client } from './tokens.ts'

const LOCATION_BASE_MAX = 77 - '/qr/v2/'.length - 35

export interface NetworkOptions {
  clock: Clock
  random: Random
  clients: readonly Client[]
  /** How callbacks leave. */
  deliver: Deliver
  /** Waits between the tries of a callback; 1 s, 5 s, 30 s, 2 min, 10 min when absent. */
  retryWaitsMs?: readonly number[] | undefined
  /** How late a `late` callback is; 10 s when absent. */
  lateMs?: number | undefined
  /** Where the network is reached; its host names the locations of charges. `http://pix.example` when absent. */
  publicUrl?: string | undefined
  merchantName?: string | undefined
  merchantCity?: string | undefined
  /** Pix keys that belong to the receiver; any key when absent. */
  keys?: readonly string[] | undefined
  /** Whether charges carry `pixCopiaECola`; true when absent. */
  copyAndPaste?: boolean | undefined
  /** Life of a token in seconds; 3600 when absent. */
  tokenSeconds?: number | undefined
  /** From the request of a return to its end; 300 when absent. */
  returnDelayMs?: number | undefined
  /** From the opening of a MED to its end; 1000 when absent. */
  medDelayMs?: number | undefined
  /** What an earlier network saved, in its order. */
  saved?: Iterable<Change> | undefined
  /** Told of every change, so that a later network can take it back as `saved`. */
  save?: ((change: Change) => void) | undefined
  /** Further routes beside the network's own: its page, its inbox. */
  routes?: readonly Route[] | undefined
}

export type CobReport = ReturnType<typeof reportCob>

/** The Pix network with one receiver's bank in it. */
export interface Network {
  /** Serves API Pix and the control routes by the path of the URL, whatever its host. */
  fetch: typeof globalThis.fetch
  /** The same for an HTTP profile: never rejects. */
  handle: (call: Call) => Promise<Outcome>
  pay: (input: PayInput) => Pix[]
  payMany: (txids: readonly string[]) => Pix[]
  openMed: (input: MedInput) => Med
  endMed: (id: string, outcome: 'returned' | 'closed') => Med
  setFault: (fault: Fault) => void
  liftFaults: (on?: FaultGroup) => void
  /** What GET /simulator/cobs/{txid} answers. */
  cob: (txid: string) => CobReport
  /** The bank itself removes a charge. */
  removeCob: (txid: string) => void
  /** The bank itself forgets a webhook. */
  removeWebhook: (chave: string) => void
  revokeTokens: () => void
  /** Calls to API Pix so far, by method and group (`"PUT cob"`). */
  callTotals: () => Record<string, number>
  /** Resolves once no callback is being sent; those that wait for a retry do not count. */
  idle: () => Promise<void>
  /** Ends all waiting. */
  close: () => void
}

/** A network, empty or as `saved` says. Throws a RangeError when `publicUrl` is too long for a BR Code. */
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
  const handle = (call: Call) => handleCall({ parts, router, tokens, totals }, call)
  resumeReturns(parts)
  resumeMeds(parts)
  return {
    fetch: createInProcessFetch(handle),
    handle,
    pay: (input) => pay(parts, input),
    payMany: (txids) => payMany(parts, txids),
    openMed: (input) => openMed(parts, input),
    endMed: (id, outcome) => endMed(parts, id, outcome),
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
    throw new RangeError(`publicUrl longer than ${LOCATION_BASE_MAX}`)
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
  }
}
