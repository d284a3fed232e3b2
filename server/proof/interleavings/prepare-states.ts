import type { Lab } from './lab.ts'
import { prepareState, type State, type StateName } from './states.ts'

const EMPTY = 'empty'
const NAMES: readonly StateName[] = ['solvent', 'disputed', 'indebted', 'asked']

/** The states of a lab. Each run starts from one of these states. */
export class States {
  readonly #lab: Lab
  readonly #states: ReadonlyMap<StateName, State>

  private constructor(lab: Lab, states: ReadonlyMap<StateName, State>) {
    this.#lab = lab
    this.#states = states
  }

  /** Prepares the states, all by default, in an empty database. */
  static async prepare(lab: Lab, names: readonly StateName[] = NAMES): Promise<States> {
    const states = new Map<StateName, State>()
    if (names.length > 1) await lab.snapshots.take(EMPTY)
    for (const [n, name] of names.entries()) {
      if (n > 0) await lab.snapshots.restore(EMPTY)
      states.set(name, await prepareState(lab, name))
      await lab.snapshots.take(name)
    }
    return new States(lab, states)
  }

  /** Restores the rows and the time of a state. */
  async restore(name: StateName): Promise<State> {
    const state = this.#states.get(name)
    if (!state) throw new Error(`BUG: restore: the state ${name} was not prepared`)
    await this.#lab.snapshots.restore(name)
    this.#lab.clock.set(state.now)
    return state
  }
}
