import { createHttpFace, listen, stop } from '../../simulator/http.ts'
import { createNetwork, type Network, type NetworkOptions } from '../../simulator/network.ts'
import { systemClock } from '../kernel/clock.ts'

/** The simulator's network behind HTTP, without its page and inbox. */
export interface SimulatedBank {
  url: string
  network: Network
  close(): Promise<void>
}

/** The credentials that a simulated bank knows; `+` and `%` show whether they are encoded by the book. */
export const BANK_CLIENT = { id: 'service', secret: 'pa+ss%20word/=' }

export async function startSimulatedBank(options: Partial<NetworkOptions> = {}): Promise<SimulatedBank> {
  const network = createNetwork({
    clock: systemClock,
    random: Math.random,
    clients: [BANK_CLIENT],
    deliver: () => Promise.resolve(200),
    ...options,
  })
  const face = createHttpFace(network.handle)
  const port = await listen(face, 0, '127.0.0.1')
  return {
    url: `http://127.0.0.1:${port}`,
    network,
    async close() {
      network.close()
      await stop(face)
    },
  }
}
