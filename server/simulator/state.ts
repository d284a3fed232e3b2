import type { CallCounts, Change, Cob, Med, Pix, Webhook } from './records.ts'
import { Timeline } from './timeline.ts'

/** The maximum number of unknown txids for which calls are counted. */
const UNKNOWN_MAX = 10_000

/** All records of the simulated Pix network, in memory. Passes each change to `save`. */
export class State {
  readonly cobs = new Map<string, Cob>()
  readonly cobTimes = new Timeline<Cob>((cob) => cob.criacaoMs)
  readonly pix = new Map<string, Pix>()
  readonly pixTimes = new Timeline<Pix>((pix) => pix.horarioMs)
  readonly webhooks = new Map<string, Webhook>()
  readonly meds = new Map<string, Med>()
  readonly #keys = new Map<string, string>()
  readonly #unknownCalls = new Map<string, CallCounts>()
  readonly #save: (change: Change) => void

  constructor(save: (change: Change) => void) {
    this.#save = save
  }

  /**
   * Restores the changes that an earlier process saved. A later change of a record replaces the earlier changes of the
   * same record.
   */
  restore(changes: Iterable<Change>): void {
    for (const change of changes) this.#put(change)
  }

  /** Applies a change and saves it. */
  record(change: Change): void {
    this.#put(change)
    this.#save(change)
  }

  /** Returns the number of calls about a charge by method, also for an unknown charge. */
  callsFor(txid: string): CallCounts {
    return this.cobs.get(txid)?.calls ?? this.#unknownCalls.get(txid) ?? { PUT: 0, PATCH: 0, GET: 0 }
  }

  countCall(txid: string, method: string): void {
    if (method !== 'PUT' && method !== 'PATCH' && method !== 'GET') return
    const calls = this.callsFor(txid)
    calls[method] += 1
    if (this.cobs.has(txid)) return
    if (this.#unknownCalls.size >= UNKNOWN_MAX) this.#evictOldestUnknown()
    this.#unknownCalls.set(txid, calls)
  }

  #put(change: Change): void {
    switch (change.kind) {
      case 'cob':
        this.#unknownCalls.delete(change.cob.txid)
        change.cob.terms.chave = this.#shared(change.cob.terms.chave)
        return replace(this.cobs, change.cob.txid, change.cob, this.cobTimes)
      case 'pix':
        change.pix.chave = this.#shared(change.pix.chave)
        return replace(this.pix, change.pix.endToEndId, change.pix, this.pixTimes)
      case 'webhook':
        this.webhooks.set(change.webhook.chave, change.webhook)
        return undefined
      case 'webhook_gone':
        this.webhooks.delete(change.chave)
        return undefined
      case 'med':
        this.meds.set(change.med.id, change.med)
        return undefined
    }
  }

  /** Returns the same string object for equal keys. This saves memory, because many charges have equal keys. */
  #shared(chave: string): string {
    const known = this.#keys.get(chave)
    if (known !== undefined) return known
    this.#keys.set(chave, chave)
    return chave
  }

  #evictOldestUnknown(): void {
    const oldest = this.#unknownCalls.keys().next()
    if (oldest.done !== true) this.#unknownCalls.delete(oldest.value)
  }
}

/**
 * Updates a known record in place, because the timeline refers to this object. The record's time never changes, so the
 * timeline stays sorted.
 */
function replace<T extends object>(map: Map<string, T>, id: string, record: T, times: Timeline<T>): void {
  const known = map.get(id)
  if (known === undefined) {
    map.set(id, record)
    times.add(record)
  } else if (known !== record) Object.assign(known, record)
}
