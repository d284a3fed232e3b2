import type { Random } from './identifiers.ts'
import { refuse } from './problems.ts'

/** The groups of calls that a fault can apply to. `callback` is the call of the Pix network to the receiver. */
export const FAULT_GROUPS = ['token', 'cob', 'pix', 'devolucao', 'callback', 'webhook'] as const
export type FaultGroup = (typeof FAULT_GROUPS)[number]

/**
 * `refuse`, `http_503`: answers 503 without executing the call. `http_401`, `http_403`, `http_500`: answers this status
 * without executing the call.
 * `timeout_before`: neither executes nor answers. `timeout_after`: executes, but never answers. `drop`: executes, then
 * closes the connection. `slow`: executes after `delayMs`. `nao_realizado`: only for PUT devolucao, which is accepted
 * and ends as NAO_REALIZADO.
 */
export const FAULT_MODES = [
  'refuse',
  'timeout_before',
  'timeout_after',
  'http_401',
  'http_403',
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
  /** The probability that the fault applies to a matching call, from 0 to 1. By default, it is 1. */
  probability?: number
  /** The number of matching calls after which the fault is removed. By default, the fault stays until it is removed. */
  count?: number
  /** The delay of the fault `slow`, in milliseconds. By default, it is `SLOW_MS`. */
  delayMs?: number
}

export const SLOW_MS = 3000

const FAULTS_MAX = 100

/** The active faults, in the order in which they were set. */
export class Faults {
  #active: Fault[] = []
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  /** Adds a fault. @throws Refusal RequisicaoInvalida when there are too many faults. */
  set(fault: Fault): void {
    if (this.#active.length >= FAULTS_MAX)
      throw refuse('RequisicaoInvalida', 'on', `Já há ${FAULTS_MAX} falhas.`)
    this.#active.push({ ...fault })
  }

  /** Removes the faults of one group, or all faults. Returns how many faults were removed. */
  lift(on?: FaultGroup): number {
    const before = this.#active.length
    this.#active = on === undefined ? [] : this.#active.filter((fault) => fault.on !== on)
    return before - this.#active.length
  }

  list(): Fault[] {
    return this.#active.map((fault) => ({ ...fault }))
  }

  /** Returns the first fault that applies to this call. Later matching faults do not count this call. */
  take(on: FaultGroup, method: string): Fault | undefined {
    if (this.#active.length === 0) return undefined
    const applied = this.#active.find((fault) => matches(fault, on, method) && this.#applies(fault))
    this.#active = this.#active.filter((fault) => fault.count !== 0)
    return applied
  }

  #applies(fault: Fault): boolean {
    if (fault.count !== undefined) fault.count -= 1
    return fault.probability === undefined || this.#random() < fault.probability
  }
}

const matches = (fault: Fault, on: FaultGroup, method: string): boolean =>
  fault.on === on && fault.count !== 0 && (fault.mode !== 'nao_realizado' || method === 'PUT')
