import { createServer, type IncomingMessage } from 'node:http'
import { listen, stop } from '../../simulator/http.ts'
import type { Settings } from '../../stack/settings.ts'
import { forward } from '../forward.ts'

const HOST = '127.0.0.1'
/** The list of received payments, which the sweep reads. */
const LIST = /^\/api\/v2\/pix\?/

/**
 * Forwards the calls of one worker to the simulated PSP. Records when this worker reads the list of payments, and can
 * delay the answer.
 */
export class PspFront {
  /** When the worker read a page of the list, as `performance.now()` measures time. */
  readonly listedMs: number[] = []
  readonly settings: Settings
  readonly stop: () => Promise<void>
  #onList: (() => void) | undefined

  private constructor(server: ReturnType<typeof createServer>, port: number) {
    const origin = `http://${HOST}:${port}`
    this.settings = { PIX_BASE_URL: `${origin}/api/v2`, PIX_TOKEN_URL: `${origin}/oauth/token` }
    this.stop = () => stop(server)
  }

  static async start(psp: string): Promise<PspFront> {
    const front: { of?: PspFront } = {}
    const server = createServer((request, response) => {
      if (front.of?.holds(request)) return
      forward(psp, request, response).catch(() => request.socket.destroy())
    })
    front.of = new PspFront(server, await listen(server, 0, HOST))
    return front.of
  }

  /** Gives the next read of the list no answer, and resolves when the worker has sent it. */
  holdNextList(): Promise<void> {
    return new Promise((resolve) => {
      this.#onList = resolve
    })
  }

  /** Answers the reads of the list again, from the next one on. */
  release(): void {
    this.#onList = undefined
  }

  private holds({ method, url = '' }: IncomingMessage): boolean {
    if (method !== 'GET' || !LIST.test(url)) return false
    this.listedMs.push(performance.now())
    this.#onList?.()
    return this.#onList !== undefined
  }
}
