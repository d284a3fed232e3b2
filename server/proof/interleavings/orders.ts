import type { Seed } from '../../src/simulation/seed.ts'
import { areIndependent, type Effect } from './step-kind.ts'

/** An actor that can continue, with the effect of its next step. */
export interface Option {
  name: string
  effect: Effect
}

/** Decides at each step which actor continues. */
export interface Walk {
  /** Chooses one of the options, and returns its name. */
  choose(options: readonly Option[]): string
  /** The scheduler calls this function when all actors are done. */
  end(): void
}

/** Returns the walk in which the actor `first` runs to its end before any other actor. */
export const serialWalk = (first: string): Walk => ({
  choose: (options) => (options.find(({ name }) => name === first) ?? firstOf(options)).name,
  end: () => undefined,
})

/** A point at which the scheduler can choose between actors. */
class Choice {
  readonly next = new Map<string, Choice>()
  isExplored = false
}

/**
 * The tree of the orders that were tried. Each walk goes from the root to a leaf, and skips the branches in which every
 * order was already tried. So no order is tried twice.
 *
 * Two orders are equivalent if one results from the other by swaps of independent steps. Unless `isEvery` is true, the
 * tree omits branches that contain only equivalents of other orders (sleep sets, Godefroid 1996).
 */
export class Orders {
  readonly #root = new Choice()
  readonly #seed: Seed
  readonly #isEvery: boolean

  constructor(seed: Seed, isEvery = false) {
    this.#seed = seed
    this.#isEvery = isEvery
  }

  /** Whether every order was tried. */
  get isExhausted(): boolean {
    return this.#root.isExplored
  }

  /** Starts a walk that tries another order. */
  walk(): Walk {
    return new TreeWalk(this.#root, this.#seed, this.#isEvery)
  }
}

/** One order: the choices from the root of the tree to a leaf. */
class TreeWalk implements Walk {
  readonly #path: Choice[]
  readonly #seed: Seed
  readonly #isEvery: boolean
  /** The actors whose next step need not be tried here, because an equivalent order starts with that step. */
  #asleep: readonly Option[] = []
  /** Whether the rest of this order is equivalent to another order. */
  #isRedundant = false

  constructor(root: Choice, seed: Seed, isEvery: boolean) {
    this.#path = [root]
    this.#seed = seed
    this.#isEvery = isEvery
  }

  /** Draws one of the options. Prefers options that lead to orders that were not tried yet. */
  choose(options: readonly Option[]): string {
    const sorted = options.toSorted(byKind)
    if (this.#isRedundant) return firstOf(sorted).name
    const awake = sorted.filter(({ name }) => this.#asleep.every((one) => one.name !== name))
    if (awake.length === 0) {
      this.#isRedundant = true
      return firstOf(sorted).name
    }
    const chosen = awake.length === 1 ? firstOf(awake) : this.#draw(awake)
    const earlier = awake.slice(0, awake.indexOf(chosen))
    if (!this.#isEvery)
      this.#asleep = [...this.#asleep, ...earlier].filter(({ effect }) =>
        areIndependent(effect, chosen.effect),
      )
    return chosen.name
  }

  #draw(options: readonly Option[]): Option {
    const here = this.#here()
    for (const { name } of options) if (!here.next.has(name)) here.next.set(name, new Choice())
    const open = options.filter(({ name }) => here.next.get(name)?.isExplored === false)
    const chosen = this.#seed.pick(open.length > 0 ? open : options) ?? firstOf(options)
    const next = here.next.get(chosen.name)
    if (!next) throw new Error(`BUG: the tree of orders has no branch for the actor ${chosen.name}`)
    this.#path.push(next)
    return chosen
  }

  /** Marks the order as tried. */
  end(): void {
    this.#here().isExplored = true
    for (const choice of this.#path.toReversed()) {
      const branches = Array.from(choice.next.values())
      if (branches.every(({ isExplored }) => isExplored)) choice.isExplored = true
    }
  }

  #here(): Choice {
    const here = this.#path.at(-1)
    if (!here) throw new Error('BUG: the path of a TreeWalk is empty')
    return here
  }
}

/**
 * Sorts reads before other steps. If the read is not chosen, it stays in the sleep set until the other actor changes
 * visible rows. With any other sorting, more walks would repeat equivalent orders.
 */
function byKind(a: Option, b: Option): number {
  const [isReadA, isReadB] = [a.effect.kind === 'read', b.effect.kind === 'read']
  if (isReadA !== isReadB) return isReadA ? -1 : 1
  return a.name < b.name ? -1 : 1
}

function firstOf(options: readonly Option[]): Option {
  const [first] = options
  if (!first) throw new Error('BUG: a walk must choose an actor, but got no options')
  return first
}
