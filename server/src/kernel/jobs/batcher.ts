import { uncorrelated } from '../correlation.ts'
import { isUnreachable } from './transient-error.ts'

interface Submitted<Item> {
  item: Item
  resolve: () => void
  reject: (reason: unknown) => void
}

/**
 * Batches items while a run is in progress. An item runs immediately when no run is in progress. Items submitted during
 * a run form the next batch and share the cost of one run. If a batch fails, each of its items runs alone, so that a
 * faulty item does not make the other items fail. If the database was unreachable, all items of the batch fail without
 * running alone.
 */
export class Batcher<Item> {
  readonly #run: (items: Item[]) => Promise<unknown>
  readonly #batchMax: number
  #waiting: Submitted<Item>[] = []
  #running = false

  /** `run` processes up to `batchMax` items. The batcher may call `run` again for the items of a failed batch. */
  constructor(run: (items: Item[]) => Promise<unknown>, batchMax: number) {
    this.#run = run
    this.#batchMax = batchMax
  }

  /** Resolves when `run` has processed the item. Rejects with the error that `run` threw for the item. */
  submit(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (!this.#running) void uncorrelated(() => this.#runAll())
    })
  }

  async #runAll(): Promise<void> {
    this.#running = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#batchMax)
      if (!(await this.#runBatch(batch)))
        await Promise.all(batch.map((submitted) => this.#runAlone(submitted)))
    }
    this.#running = false
  }

  /**
   * Runs a batch. Returns false if the items of the batch must run alone. If a batch fails and its items need not run
   * alone, rejects their promises.
   */
  async #runBatch(batch: Submitted<Item>[]): Promise<boolean> {
    try {
      await this.#run(batch.map(({ item }) => item))
    } catch (error) {
      if (batch.length > 1 && !isUnreachable(error)) return false
      batch.forEach(({ reject }) => reject(error))
      return true
    }
    batch.forEach(({ resolve }) => resolve())
    return true
  }

  async #runAlone({ item, resolve, reject }: Submitted<Item>): Promise<void> {
    try {
      await this.#run([item])
      resolve()
    } catch (error) {
      reject(error)
    }
  }
}
