import type { Clock } from '../src/kernel/clock.ts'
import type { Callbacks } from './callbacks.ts'
import type { Faults } from './faults.ts'
import type { Random } from './identifiers.ts'
import type { ReceiverProfile } from './present.ts'
import type { State } from './state.ts'

export interface Settings {
  profile: ReceiverProfile
  /** The Pix keys that belong to the receiver. By default, every key belongs to the receiver. */
  keys: readonly string[] | undefined
  /** The time from the request of a return to its end, in milliseconds. */
  returnDelayMs: number
  /**
   * The time from the opening of a MED without a notice to its end, and the default time between two returns, in
   * milliseconds.
   */
  medDelayMs: number
  /** The simulator checks at least this often whether a MED is due. */
  medWaitMaxMs: number
}

/** The dependencies that all parts of the simulated Pix network share. */
export interface Parts {
  clock: Clock
  random: Random
  state: State
  faults: Faults
  callbacks: Callbacks
  settings: Settings
  /** This signal is aborted when `Network.close` is called, which ends all pending waits. */
  signal: AbortSignal
}

export const nowMs = (parts: Parts): number => parts.clock.now().getTime()
