import { findFreePort, isPortFree } from './ports.ts'
import type { StackOptions } from './settings.ts'

/** The ports of a running stack. */
export interface Ports {
  server: number
  simulator: number
  inbox: number
  postgres: number
  metrics: number
}

/** Thrown when a port that the stack needs is in use. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse'
}

/** Returns the ports to use. Replaces 0 by a free port. @throws PortInUse when any other port is in use. */
export async function resolvePorts(options: StackOptions): Promise<Ports> {
  return {
    server: await resolveServerPort(options),
    simulator: await resolvePort('SIMULATOR_PORT', options.simulatorPort, 'the Pix network simulator'),
    inbox: await resolvePort('INBOX_PORT', options.inboxPort, 'the webhook inbox'),
    postgres: await resolvePort('EMBEDDED_PG_PORT', options.postgresPort, 'PostgreSQL'),
    metrics: await resolveMetricsPort(options),
  }
}

/** Returns the server's port. Replaces 0 by a free port. @throws PortInUse */
export const resolveServerPort = ({ port }: StackOptions): Promise<number> =>
  resolvePort('PORT', port, 'the server')

/** The port that Prometheus exporters of OpenTelemetry use by default. */
const METRICS_PORT = 9_464

/** Resolves the port of the metrics. Without a setting, uses 9464 if it is free, otherwise any free port. */
export async function resolveMetricsPort({ metricsPort }: StackOptions): Promise<number> {
  if (metricsPort !== undefined) return resolvePort('METRICS_PORT', metricsPort, 'the metrics')
  return (await isPortFree(METRICS_PORT)) ? METRICS_PORT : findFreePort()
}

async function resolvePort(name: string, port: number, purpose: string): Promise<number> {
  if (port === 0) return findFreePort()
  if (await isPortFree(port)) return port
  throw new PortInUse(
    `Another program uses port ${port}, which ${purpose} needs.\n` +
      `Stop that program, or choose another port: ${name}=${port + 100} npm start`,
  )
}
