import { uuidV7, type Ids } from '../kernel/ids.ts'

/** A random generator with a seed: the same seed gives the same sequence of numbers. */
export class Seed {
  #state: number

  constructor(readonly number: number) {
    this.#state = (number ^ 0x9e3779b9) >>> 0
  }

  /** Returns a number from 0 (included) to 1 (excluded), computed by the algorithm mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns an integer from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Returns a random element, or undefined if the list is empty. */
  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.next() * list.length)]
  }

  /** Returns a random element, with a probability proportional to its weight. */
  weighted<T extends { weight: number }>(list: readonly T[]): T {
    let left = this.next() * list.reduce((sum, { weight }) => sum + weight, 0)
    const found = list.find(({ weight }) => (left -= weight) < 0)
    if (!found) throw new Error('BUG: weighted: the list is empty')
    return found
  }

  /** Generates identifiers and secrets from this seed. */
  ids(): Ids {
    const bytes = (length: number) => Buffer.from(Array.from({ length }, () => this.between(0, 255)))
    return { bytes, uuid: (now) => uuidV7(now, bytes(10)) }
  }
}
