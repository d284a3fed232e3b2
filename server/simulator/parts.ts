import type { Clock } from '../src/kernel/clock.ts'
import type { Callbacks } from './callbacks.ts'
import type { Faults } from './faults.ts'
import type { Random } from './identifiers.ts'
import type { ReceiverProfile } from './present.ts'
import type { State } from './state.ts'

export interface Settings {
  profile: ReceiverProfile
  /** Pix keys that belong to the receiver; any key when absent. */
  keys: readonly string[] | undefined
  /** From the request of a return to its end. */
  returnDelayMs: number
  /** From the opening of a MED to its end. */
  medDelayMs: number
}

/** What every part of the network works with. */
export interface Parts {
  clock: Clock
  random: Random
  state: State
  faults: Faults
  callbacks: Callbacks
  settings: Settings
  /** Aborted when the network closes; nothing waits longer. */
  signal: AbortSignal
}

export const nowMs = (parts: Parts): number => parts.clock.now().getTime()
