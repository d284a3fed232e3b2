import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * The range of the free ports. Linux and macOS take the ports of outgoing connections from 32768 upwards, so no
 * outgoing connection can take one of these ports.
 */
const PORT_MIN = 20_000
const PORT_MAX = 32_767
const TRIES_MAX = 200

/** Returns whether `port` on loopback is free now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

/**
 * Returns a random free port on loopback. Another process may take this port first, so callers must be able to retry.
 * @throws Error when 200 random ports are in use.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const port = randomInt(PORT_MIN, PORT_MAX + 1)
    if (await isPortFree(port)) return port
  }
  throw new Error(`found no free port from ${PORT_MIN} to ${PORT_MAX} in ${TRIES_MAX} tries`)
}
