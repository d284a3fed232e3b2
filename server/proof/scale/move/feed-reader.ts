import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { MerchantLoad, MovingLoad } from './moving-load.ts'

const INTERVAL_MS = 300

const Page = z.object({
  items: z.array(z.object({ feed_seq: z.number(), id: z.string() })),
  next_cursor: z.string(),
})

/** Reads the ordered feed of a merchant while the merchant moves, always from the last cursor. */
export class FeedReader {
  readonly ids = new Set<string>()
  readonly faults: string[] = []
  readonly #load: MovingLoad
  readonly #merchant: MerchantLoad
  #cursor = ''
  #lastSeq = 0

  constructor(load: MovingLoad, merchant: MerchantLoad) {
    this.#load = load
    this.#merchant = merchant
  }

  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.read()
      await pause(INTERVAL_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Reads up to the end of the feed. */
  async read(): Promise<void> {
    for (;;) {
      const after = this.#cursor === '' ? '' : `&after=${encodeURIComponent(this.#cursor)}`
      const page = Page.safeParse(await this.#load.call(this.#merchant, `/v1/events/feed?limit=200${after}`))
      if (!page.success) return
      for (const { feed_seq: seq, id } of page.data.items) {
        if (seq !== this.#lastSeq + 1) this.faults.push(`event ${seq} follows ${this.#lastSeq}`)
        if (this.ids.has(id)) this.faults.push(`event ${id} was read twice`)
        this.#lastSeq = seq
        this.ids.add(id)
      }
      this.#cursor = page.data.next_cursor
      if (page.data.items.length === 0) return
    }
  }
}
