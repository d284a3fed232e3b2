import type { Clock } from '../src/kernel/clock.ts'
import type { Callbacks } from './callbacks.ts'
import type { Faults } from './faults.ts'
import type { Random } from './identifiers.ts'
import type { ReceiverProfile } from './present.ts'
import type { State } from './state.ts'

export interface Settings {
  profile: ReceiverProfile
  /** Pix keys that belong to the receiver. Default: any key. */
  keys: readonly string[] | undefined
  /** Time from the request of a return to its end. */
  returnDelayMs: number
  /** Time from the opening of a MED without a notice to its end, and the default time between two returns. */
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
  /** Aborted when `Network.close` is called, which ends all pending waits. */
  signal: AbortSignal
}

export const nowMs = (parts: Parts): number => parts.clock.now().getTime()
