interface Asked<Item> {
  item: Item
  resolve: () => void
  reject: (reason: unknown) => void
}

/**
 * Does a thing for one at a time, and for all together who ask meanwhile: alone nobody waits, and many share the price
 * of one. When it fails for several, each is tried alone, so that one bad item fails nobody else.
 */
export class Batcher<Item> {
  readonly #run: (items: Item[]) => Promise<unknown>
  readonly #batchMax: number
  #waiting: Asked<Item>[] = []
  #running = false

  /** `run` does it for some items, up to `batchMax`; it may be repeated for an item after it failed. */
  constructor(run: (items: Item[]) => Promise<unknown>, batchMax: number) {
    this.#run = run
    this.#batchMax = batchMax
  }

  /** Resolves when it has been done for this item; rejects with what `run` threw for it. */
  submit(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (!this.#running) void this.#serve()
    })
  }

  async #serve(): Promise<void> {
    this.#running = true
    while (this.#waiting.length > 0) {
      const taken = this.#waiting.splice(0, this.#batchMax)
      if (!(await this.#together(taken))) await Promise.all(taken.map((asked) => this.#alone(asked)))
    }
    this.#running = false
  }

  /** Whether it was done; one alone is told at once why not. */
  async #together(taken: Asked<Item>[]): Promise<boolean> {
    try {
      await this.#run(taken.map(({ item }) => item))
    } catch (error) {
      if (taken.length > 1) return false
      taken.forEach(({ reject }) => reject(error))
      return true
    }
    taken.forEach(({ resolve }) => resolve())
    return true
  }

  async #alone({ item, resolve, reject }: Asked<Item>): Promise<void> {
    try {
      await this.#run([item])
      resolve()
    } catch (error) {
      reject(error)
    }
  }
}
