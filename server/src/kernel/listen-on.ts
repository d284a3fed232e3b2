import type { Server } from 'node:http'
import { ConfigError } from './settings/parse-variables.ts'

/** The address on which a server listens, and the names of the settings that define it. */
export interface ListenAddress {
  port: number
  host: string
  /** The names of the settings, for error messages. */
  settings: { port: string; host: string }
}

/**
 * Listens on a port of a host. Returns the port; if the port is 0, the system chooses a free one.
 * @throws ConfigError that names the setting when the port is in use or not allowed, or the host has no address or is
 *         no address of this machine
 */
export async function listenOn(server: Server, address: ListenAddress): Promise<number> {
  const { port, host } = address
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: Error) => reject(asConfigError(error, address))
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      resolve()
    })
  })
  const bound = server.address()
  return typeof bound === 'object' && bound ? bound.port : port
}

function asConfigError(error: Error, { port, host, settings }: ListenAddress): Error {
  const message = faultOf(Reflect.get(error, 'code'), `${settings.port} ${port}`, `${settings.host} ${host}`)
  return message === undefined ? error : new ConfigError(message, { cause: error })
}

function faultOf(code: unknown, port: string, host: string): string | undefined {
  if (code === 'EADDRINUSE') return `${port} is in use: stop the other program, or set another port`
  if (code === 'EACCES') return `${port} is not allowed for this user: set a port above 1023`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `${host} is a name without an address`
  if (code === 'EADDRNOTAVAIL' || code === 'EINVAL') return `${host} is not an address of this machine`
  return undefined
}
