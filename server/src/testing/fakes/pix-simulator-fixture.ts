import { afterEach, beforeEach } from 'vitest'
import { createHttpServer, listen, stop } from '../../../simulator/http.ts'
import { createNetwork, type Network } from '../../../simulator/network.ts'
import { systemClock } from '../../kernel/clock.ts'
import { systemIds } from '../../kernel/ids.ts'
import { makeApiPix, type ApiPixSettings } from '../../pix/api-pix.ts'
import { makePixFetch } from '../../pix/pix-fetch.ts'
import type { PixProvider } from '../../pix/provider.ts'
import { makeManualClock, logInto, type ManualClock } from './fake-pix-provider.ts'

/** `+` and `%` show whether credentials are encoded by the book. */
const CLIENT = { id: 'service', secret: 'pa+ss%20word/=' }
export const PIX_KEY = 'key@psp.example'

/** The adapter before the simulator's network, over HTTP. */
export interface PixSimulatorFixture {
  network: Network
  /** The network's own time stands; the adapter's runs. */
  networkClock: ManualClock
  /** Callbacks that left the network. */
  delivered: { url: string; body: string }[]
  adapter(changes?: Partial<ApiPixSettings>): PixProvider
}

/** Starts a network and its HTTP face before each test, and ends them after it. */
export function setUpPixSimulator(): () => PixSimulatorFixture {
  let current: (PixSimulatorFixture & { stop(): Promise<void> }) | undefined
  const get = () => {
    if (!current) throw new Error('only inside a test')
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
    const face = createHttpServer(network.handle)
    const url = `http://127.0.0.1:${await listen(face, 0, '127.0.0.1')}`
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
      await stop(face)
      await connections.close()
    }
    current = { network, networkClock, delivered, adapter, stop: stopAll }
  })

  afterEach(() => get().stop())

  return get
}
