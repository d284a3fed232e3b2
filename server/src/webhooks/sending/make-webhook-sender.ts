import { DONE, systemClock, type Clock } from '../../kernel/clock.ts'
import { makeAddressGuard, BlockedAddressError, type ResolveName } from './address-guard.ts'
import { makeConnections, type Connection, type Connections } from './connection.ts'
import { post } from './exchange.ts'
import { AttemptTimeout, classifyError, classifyStatus } from './send-error.ts'
import type { SendRequest, SendResult, WebhookSender } from './sender.ts'

/** A receiver answers 2xx within this (specification, events). */
export const ATTEMPT_MS_MAX = 5_000

export interface WebhookSenderOptions {
  /** `host:port` pairs that the address guard lets through, for development. */
  allowPrivate: readonly string[]
  /** PEM files of certificate authorities to trust beside the public ones. */
  caFiles?: readonly string[]
  /** Real time, whatever clock the service keeps: the network knows no other. */
  clock?: Clock
  /** Finds the addresses of a name; the system's name servers by default. */
  resolver?: ResolveName
}

/** Sends over HTTPS alone, verifies the receiver's certificate, follows no redirect, connects to public addresses only. */
export function makeWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { clock = systemClock, allowPrivate, caFiles = [], resolver } = options
  const guard = makeAddressGuard({ clock, allowPrivate, ...(resolver ? { resolve: resolver } : {}) })
  const connections = makeConnections({ clock, guard, caFiles })
  return {
    checkUrl: (url) => guard.checkUrl(url),
    close: () => connections.close(),
    async post(request) {
      const attempt = startAttempt(clock, request)
      const url = new URL(request.url)
      try {
        if (!guard.allows(url)) throw new BlockedAddressError('not a public address')
        return await exchange(connections, url, attempt)
      } catch (error) {
        const cause = attempt.signal.aborted ? attempt.signal.reason : error
        return { ...attempt.nothing(), ...classifyError(cause) }
      } finally {
        attempt.stop()
      }
    },
  }
}

interface Attempt {
  request: SendRequest
  /** Aborted with the reason when the attempt's time is over, or the caller wants it to end. */
  signal: AbortSignal
  elapsedMs(): number
  /** The connection that it uses, once it has one. */
  connection: Connection | undefined
  /** The result of an attempt that got no answer. */
  nothing(): SendResult
  stop(): void
}

function startAttempt(clock: Clock, request: SendRequest): Attempt {
  const startedAt = clock.now()
  const [over, stopped] = [new AbortController(), new AbortController()]
  const { signal: callers } = request
  const cut = (): void => over.abort(callers?.reason)
  callers?.addEventListener('abort', cut)
  if (callers?.aborted) cut()
  const limit = async (): Promise<void> => {
    await clock.sleep(ATTEMPT_MS_MAX, stopped.signal)
    if (!stopped.signal.aborted) over.abort(new AttemptTimeout('no answer in time'))
  }
  void limit()
  const elapsedMs = () => clock.now().getTime() - startedAt.getTime()
  return {
    request,
    elapsedMs,
    connection: undefined,
    signal: over.signal,
    stop() {
      callers?.removeEventListener('abort', cut)
      stopped.abort(DONE)
    },
    nothing() {
      return {
        statusCode: null,
        errorClass: 'internal',
        errorDetail: null,
        remoteIp: this.connection?.remoteIp ?? null,
        timings: { ...this.connection?.opening, total: elapsedMs() },
        responseHeaders: {},
        responseBody: Buffer.alloc(0),
        responseTruncated: false,
      }
    },
  }
}

/** A kept connection that its receiver has closed meanwhile is no failure of the receiver: once more on a fresh one. */
async function exchange(connections: Connections, url: URL, attempt: Attempt): Promise<SendResult> {
  const first = connections.acquire(url)
  const isKept = first.served > 0
  try {
    return await exchangeOn(connections, first, url, attempt)
  } catch (error) {
    const { errorClass } = classifyError(error)
    if (!isKept || errorClass !== 'connection_reset' || attempt.signal.aborted) throw error
    return await exchangeOn(connections, connections.acquire(url, { fresh: true }), url, attempt)
  }
}

async function exchangeOn(
  connections: Connections,
  connection: Connection,
  url: URL,
  attempt: Attempt,
): Promise<SendResult> {
  attempt.connection = connection
  const { request, signal } = attempt
  let firstByte = 0
  const onHeaders = (): void => void (firstByte = attempt.elapsedMs())
  const response = await post(connection, url, { request, signal, onHeaders }).catch((error: unknown) => {
    connections.release(connection, false)
    throw error
  })
  connections.release(connection, response.whole)
  return {
    statusCode: response.statusCode,
    errorClass: classifyStatus(response.statusCode),
    errorDetail: null,
    remoteIp: connection.remoteIp,
    timings: { ...connection.opening, firstByte, total: attempt.elapsedMs() },
    responseHeaders: response.headers,
    responseBody: response.body,
    responseTruncated: !response.whole,
  }
}
