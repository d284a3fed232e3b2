import type { Random } from './identifiers.ts'
import { refuse } from './problems.ts'

/** A group of calls with all its methods; `callback` is the network's own call to the receiver. */
export const FAULT_GROUPS = ['token', 'cob', 'pix', 'devolucao', 'callback', 'webhook'] as const
export type FaultGroup = (typeof FAULT_GROUPS)[number]

/**
 * `refuse`: 503 at once, nothing done. `timeout_before`: nothing done, no answer. `timeout_after`: done, no answer.
 * `drop`: done, connection closed. `http_500`, `http_503`: answered so, nothing done. `slow`: done after `delayMs`.
 * `nao_realizado`: only for PUT devolucao; it is accepted, then ends as NAO_REALIZADO.
 */
export const FAULT_MODES = [
  'refuse',
  'timeout_before',
  'timeout_after',
  'http_500',
  'http_503',
  'slow',
  'drop',
  'nao_realizado',
] as const
export type FaultMode = (typeof FAULT_MODES)[number]

export interface Fault {
  on: FaultGroup
  mode: FaultMode
  /** How likely a matching call is struck, 0 to 1; 1 when absent. */
  probability?: number
  /** How many matching calls it lasts; until lifted when absent. */
  count?: number
  /** For `slow`; `SLOW_MS` when absent. */
  delayMs?: number
}

export const SLOW_MS = 3000

const FAULTS_MAX = 100

/** What is wrong with the network at the moment, in the order it was set. */
export class Faults {
  #active: Fault[] = []
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  /** Adds a fault after those already set. Refuses as RequisicaoInvalida when there are too many. */
  set(fault: Fault): void {
    if (this.#active.length >= FAULTS_MAX)
      throw refuse('RequisicaoInvalida', 'on', `Já há ${FAULTS_MAX} falhas.`)
    this.#active.push({ ...fault })
  }

  /** Ends the faults of one group, or all. Answers how many ended. */
  lift(on?: FaultGroup): number {
    const before = this.#active.length
    this.#active = on === undefined ? [] : this.#active.filter((fault) => fault.on !== on)
    return before - this.#active.length
  }

  list(): Fault[] {
    return this.#active.map((fault) => ({ ...fault }))
  }

  /** The fault that strikes this call. The first that strikes spares the later ones their count. */
  take(on: FaultGroup, method: string): Fault | undefined {
    if (this.#active.length === 0) return undefined
    const struck = this.#active.find((fault) => matches(fault, on, method) && this.#applies(fault))
    this.#active = this.#active.filter((fault) => fault.count !== 0)
    return struck
  }

  #applies(fault: Fault): boolean {
    if (fault.count !== undefined) fault.count -= 1
    return fault.probability === undefined || this.#random() < fault.probability
  }
}

const matches = (fault: Fault, on: FaultGroup, method: string): boolean =>
  fault.on === on && fault.count !== 0 && (fault.mode !== 'nao_realizado' || method === 'PUT')
