import { afterEach, beforeEach } from 'vitest'
import { createHttpServer, listen, stop } from '../../../simulator/http.ts'
import { createNetwork, type Network } from '../../../simulator/network.ts'
import { systemClock } from '../../kernel/clock.ts'
import { systemIds } from '../../kernel/ids.ts'
import { makeApiPix, type ApiPixSettings } from '../../pix/api-pix.ts'
import { makePixFetch } from '../../pix/pix-fetch.ts'
import type { PixProvider } from '../../pix/provider.ts'
import { makeManualClock, logInto, type ManualClock } from './fake-pix-provider.ts'

/** The `+` and `%` in the secret test the form encoding of credentials (RFC 6749, section 2.3.1). */
const CLIENT = { id: 'service', secret: 'pa+ss%20word/=' }
export const PIX_KEY = 'key@psp.example'

/** The adapter, connected to the Pix simulator over HTTP. */
export interface PixSimulatorFixture {
  network: Network
  /** The simulator's clock, which moves only by `advance`. The adapter uses the system clock. */
  networkClock: ManualClock
  /** Callbacks that the simulator sent. */
  delivered: { url: string; body: string }[]
  adapter(changes?: Partial<ApiPixSettings>): PixProvider
}

/** Starts a simulator and its HTTP server before each test, and stops both after the test. */
export function setUpPixSimulator(): () => PixSimulatorFixture {
  let current: (PixSimulatorFixture & { stop(): Promise<void> }) | undefined
  const get = () => {
    if (!current)
      throw new Error('BUG: setUpPixSimulator: the fixture exists only inside a test, after beforeEach')
    return current
  }

  beforeEach(async () => {
    const delivered: PixSimulatorFixture['delivered'] = []
    const networkClock = makeManualClock()
    const network = createNetwork({
      clock: networkClock,
      random: () => systemIds.bytes(4).readUInt32BE() / 2 ** 32,
      clients: [CLIENT],
      keys: [PIX_KEY],
      deliver(url, body) {
        delivered.push({ url, body })
        return Promise.resolve({ status: 200 })
      },
    })
    const server = createHttpServer(network.handle)
    const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
    const connections = makePixFetch({ certFile: undefined, keyFile: undefined, caFile: undefined })
    const adapter = (changes: Partial<ApiPixSettings> = {}): PixProvider =>
      makeApiPix({
        baseUrl: `${url}/api/v2`,
        tokenUrl: `${url}/oauth/token`,
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
        key: PIX_KEY,
        clock: systemClock,
        fetch: connections.fetch,
        log: logInto([]),
        timeoutMs: 1_000,
        ...changes,
      })
    const stopAll = async () => {
      network.close()
      await stop(server)
      await connections.close()
    }
    current = { network, networkClock, delivered, adapter, stop: stopAll }
  })

  afterEach(() => get().stop())

  return get
}
