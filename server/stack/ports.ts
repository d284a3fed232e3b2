import { createServer } from 'node:net'

/** Returns whether `port` on loopback is free now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

/** Returns a free port on loopback. Another process may take it first, so callers must be able to retry. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ port: 0, host: '127.0.0.1' }, () => {
      const address = probe.address()
      probe.close(() => {
        if (address === null || typeof address === 'string')
          reject(new Error('BUG: the probe listens on no port'))
        else resolve(address.port)
      })
    })
  })
}
