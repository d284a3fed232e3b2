import type { Seed } from '../../src/simulation/seed.ts'

/** A point at which the scheduler can choose between actors. */
class Choice {
  readonly next = new Map<string, Choice>()
  isExplored = false
}

/**
 * The tree of the orders that were tried. Each walk goes from the root to a leaf, and never takes a branch of which
 * every order was tried. So no order is tried twice.
 */
export class Orders {
  readonly #root = new Choice()
  readonly #seed: Seed

  constructor(seed: Seed) {
    this.#seed = seed
  }

  /** Whether every order was tried. */
  get isExhausted(): boolean {
    return this.#root.isExplored
  }

  /** Starts another order. */
  walk(): Walk {
    return new TreeWalk(this.#root, this.#seed)
  }
}

/** Decides which actor continues. */
export interface Walk {
  /** Chooses one of the names. */
  choose(names: readonly string[]): string
  /** Called when each actor is done. */
  end(): void
}

/** The order in which `first` runs to its end before any other actor. */
export const serialWalk = (first: string): Walk => ({
  choose: (names) => (names.includes(first) ? first : (names[0] ?? first)),
  end: () => undefined,
})

/** One order: the choices from the root of the tree to a leaf. */
class TreeWalk implements Walk {
  readonly #path: Choice[]
  readonly #seed: Seed

  constructor(root: Choice, seed: Seed) {
    this.#path = [root]
    this.#seed = seed
  }

  /** Draws one of the names. Prefers names after which an order is left that was not tried. */
  choose(names: readonly string[]): string {
    const [only] = names
    if (only !== undefined && names.length === 1) return only
    const here = this.#here()
    for (const name of names) if (!here.next.has(name)) here.next.set(name, new Choice())
    const open = names.filter((name) => here.next.get(name)?.isExplored === false)
    const name = this.#seed.pick(open.length > 0 ? open : names)
    const next = name === undefined ? undefined : here.next.get(name)
    if (name === undefined || !next) throw new Error('BUG: choose: there is no actor to choose')
    this.#path.push(next)
    return name
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
    if (!here) throw new Error('BUG: a walk has no root')
    return here
  }
}
