import type { Lab } from './lab.ts'
import type { State, StateName } from './states.ts'

/** The two sides of a pair. Both sides may run the same use case. */
export type Side = 'A' | 'B'

/** A use case that writes (a verb). An interleaving run executes two use cases at the same time. */
export interface Verb {
  name: string
  /** The state that the verb needs. The default is `solvent`. */
  state?: StateName
  /** The codes of the refusals that the documentation of the use case names and that can occur in a run. */
  refusals: readonly string[]
  run(lab: Lab, state: State, side: Side): Promise<unknown>
}

const STATES: readonly StateName[] = ['solvent', 'disputed', 'indebted', 'asked']

/**
 * Returns the first of `STATES` in which all of the use cases can run. Each of `STATES` also has the rows of the states
 * before it in the list.
 */
export function stateOf(verbs: readonly Verb[]): StateName {
  const needed = verbs.map(({ state = 'solvent' }) => STATES.indexOf(state))
  return STATES[Math.max(...needed)] ?? 'solvent'
}
