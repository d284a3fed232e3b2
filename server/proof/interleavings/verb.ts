import type { Lab } from './lab.ts'
import type { State, StateName } from './states.ts'

/** The two places in a pair. The same verb may be in both. */
export type Side = 'A' | 'B'

/** A write use case, as a run calls it. */
export interface Verb {
  name: string
  /** The state that the verb needs. The default is `solvent`. */
  state?: StateName
  /** The reasons of the refusals that its documentation names and that a run may cause. */
  refusals: readonly string[]
  run(lab: Lab, state: State, side: Side): Promise<unknown>
}

const STATES: readonly StateName[] = ['solvent', 'disputed', 'indebted']

/** Returns the first state that has what both verbs need. Each state has everything of the states before it. */
export function stateOf(verbs: readonly Verb[]): StateName {
  const needed = verbs.map(({ state = 'solvent' }) => STATES.indexOf(state))
  return STATES[Math.max(...needed)] ?? 'solvent'
}
