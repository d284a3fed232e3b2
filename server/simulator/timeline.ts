/** A list of records sorted by time. A binary search finds the records of a time window. */
export class Timeline<T> {
  readonly #items: T[] = []
  readonly #timeOf: (item: T) => number

  constructor(timeOf: (item: T) => number) {
    this.#timeOf = timeOf
  }

  get size(): number {
    return this.#items.length
  }

  /** Adds an item after all items with the same time. Appending is O(1), a back-dated item is O(n). */
  add(item: T): void {
    const last = this.#items.at(-1)
    const time = this.#timeOf(item)
    if (last === undefined || this.#timeOf(last) <= time) this.#items.push(item)
    else this.#items.splice(this.#firstAfter(time), 0, item)
  }

  /** Returns the items from `fromMs` to `toMs`, both included, oldest first. */
  between(fromMs: number, toMs: number): T[] {
    return this.#items.slice(this.#firstAfter(fromMs - 1), this.#firstAfter(toMs))
  }

  /** Returns at most `limit` items, newest first. */
  newest(limit: number): T[] {
    return this.#items.slice(-limit).toReversed()
  }

  #firstAfter(time: number): number {
    let low = 0
    let high = this.#items.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const item = this.#items[middle]
      if (item !== undefined && this.#timeOf(item) <= time) low = middle + 1
      else high = middle
    }
    return low
  }
}
