import type { Lab } from './lab.ts'
import type { State, StateName } from './states.ts'

/** The names of the two verbs of a pair. Both may be the same verb. */
export type Side = 'A' | 'B'

/** A use case that writes. An interleaving run executes two of them at the same time. */
export interface Verb {
  name: string
  /** The state that the verb needs. The default is `solvent`. */
  state?: StateName
  /** The codes of the refusals that the documentation of the use case names and that can occur in a run. */
  refusals: readonly string[]
  run(lab: Lab, state: State, side: Side): Promise<unknown>
}

const STATES: readonly StateName[] = ['solvent', 'disputed', 'indebted', 'asked']

/** Returns the first state that has what both verbs need. Each state has everything of the states before it. */
export function stateOf(verbs: readonly Verb[]): StateName {
  const needed = verbs.map(({ state = 'solvent' }) => STATES.indexOf(state))
  return STATES[Math.max(...needed)] ?? 'solvent'
}
