import type { Server } from 'node:http'

/** Limits how long an HTTP server waits for a whole request, for its headers, and for the next request. */
export function limitTimes(server: Server): void {
  server.requestTimeout = 30_000
  server.headersTimeout = 10_000
  server.keepAliveTimeout = 65_000
}
