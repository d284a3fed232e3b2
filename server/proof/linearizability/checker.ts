import { hash } from 'node:crypto'

/** The interval in which an operation took effect. Times are positions in the order of all observed events. */
export interface Interval {
  /** The position of the invocation. */
  calledAt: number
  /**
   * The position of the answer. The position is Infinity if the operation may take effect at any later time, or never.
   */
  endedAt: number
}

/** A single-threaded model. `apply` never changes the given state. */
export interface Model<State, Operation> {
  initial: State
  /** Returns the state after the operation; undefined if the operation cannot have its answer in this state. */
  apply(state: State, operation: Operation): State | undefined
  /** Returns a text that is equal for equal states only. */
  keyOf(state: State): string
}

export type Verdict<State> =
  | { kind: 'linearizable' }
  /** Undecided: the search gave up after `stepsMax` steps. */
  | ({ kind: 'undecided' | 'violation' } & LongestOrder<State>)

/** The longest order of operations that a search found. Operations are named by their indexes. */
export interface LongestOrder<State> {
  placed: number[]
  /** The operations that may come next. After a violation, none of these operations can follow. */
  next: number[]
  state: State
}

interface Frame<State> {
  state: State
  /** The operations that are already in the order, one bit each. */
  placed: bigint
  /** The operations that may come next. The search tries the last of these operations first. */
  candidates: number[]
  /** The operation that led to this frame; undefined for the first frame. */
  operation: number | undefined
}

/**
 * Searches for an order of the operations that respects their intervals, and in which the model gives each answer. This
 * is the algorithm of Wing and Gong with Lowe's memory of visited states, as in Porcupine. The search tries an
 * operation without an answer only after all other operations. So the search puts such an operation into the order only
 * where another answer needs the effect of the operation.
 */
export function checkHistory<State, Operation extends Interval>(
  operations: readonly Operation[],
  model: Model<State, Operation>,
  stepsMax: number,
): Verdict<State> {
  const search = new Search(operations)
  const visited = new Set<string>()
  const stack: Frame<State>[] = [search.frame(model.initial, 0n, undefined)]
  let longest: LongestOrder<State> = {
    placed: [...search.order],
    next: stack[0]?.candidates ?? [],
    state: model.initial,
  }
  for (let steps = 0; steps < stepsMax; steps++) {
    const top = stack.at(-1)
    if (!top) return { kind: 'violation', ...longest }
    if (search.isComplete()) return { kind: 'linearizable' }
    const index = top.candidates.pop()
    if (index === undefined) {
      search.remove(top.operation)
      stack.pop()
      continue
    }
    const operation = operations[index]
    const state = operation && model.apply(top.state, operation)
    if (state === undefined) continue
    const placed = top.placed | (1n << BigInt(index))
    // The texts of millions of states do not fit into memory, so the memory contains digests.
    const key = hash('sha1', `${placed.toString(36)} ${model.keyOf(state)}`, 'base64')
    if (visited.has(key)) continue
    visited.add(key)
    search.place(index)
    stack.push(search.frame(state, placed, index))
    if (search.order.length > longest.placed.length)
      longest = { placed: [...search.order], next: [...(stack.at(-1)?.candidates ?? [])], state }
  }
  return { kind: 'undecided', ...longest }
}

/** The operations of one history, and which of them are already in the order (placed). */
class Search {
  readonly order: number[] = []
  readonly #isPlaced: boolean[]
  /** The indexes of the operations by the time of their end. */
  readonly #byEnd: number[]
  readonly #operations: readonly Interval[]
  #unplacedEnded: number

  constructor(operations: readonly Interval[]) {
    this.#operations = operations
    this.#isPlaced = operations.map(() => false)
    this.#byEnd = operations
      .map((_, index) => index)
      .toSorted((a, b) => compare(operations[a], operations[b]))
    this.#unplacedEnded = operations.filter(({ endedAt }) => endedAt < Infinity).length
  }

  /** Returns whether every operation that ended is in the order. */
  isComplete(): boolean {
    return this.#unplacedEnded === 0
  }

  place(index: number): void {
    this.order.push(index)
    this.#mark(index, true)
  }

  /** Removes the operation that was placed last. */
  remove(index: number | undefined): void {
    if (index === undefined) return
    this.order.pop()
    this.#mark(index, false)
  }

  frame<State>(state: State, placed: bigint, operation: number | undefined): Frame<State> {
    const candidates: number[] = []
    let firstEnd = Infinity
    for (const index of this.#byEnd) {
      const interval = this.#operations[index]
      if (!interval || this.#isPlaced[index]) continue
      firstEnd = Math.min(firstEnd, interval.endedAt)
      if (interval.calledAt < firstEnd) candidates.push(index)
    }
    return { state, placed, candidates: candidates.toReversed(), operation }
  }

  #mark(index: number, isPlaced: boolean): void {
    this.#isPlaced[index] = isPlaced
    if ((this.#operations[index]?.endedAt ?? Infinity) < Infinity) this.#unplacedEnded += isPlaced ? -1 : 1
  }
}

function compare(a: Interval | undefined, b: Interval | undefined): number {
  const [endA, endB] = [a?.endedAt ?? Infinity, b?.endedAt ?? Infinity]
  return endA === endB ? 0 : endA - endB
}
