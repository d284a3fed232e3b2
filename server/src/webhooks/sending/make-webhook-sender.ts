import { DONE, systemClock, type Clock } from '../../kernel/clock.ts'
import { makeAddressGuard, BlockedAddressError, type ResolveName } from './address-guard.ts'
import { makeConnections, type Connection, type Connections } from './connection.ts'
import { post } from './exchange.ts'
import { AttemptTimeout, classifyError, classifyStatus } from './send-error.ts'
import type { SendRequest, SendResult, WebhookSender } from './sender.ts'

/** Time limit of an attempt, within which a receiver must respond with 2xx. */
export const ATTEMPT_MS_MAX = 5_000

export interface WebhookSenderOptions {
  /** `host:port` pairs to which the address guard does not apply, for development. */
  allowPrivate: readonly string[]
  /** PEM files of certificate authorities to trust in addition to the public authorities. */
  caFiles?: readonly string[]
  /**
   * The clock of the timeouts. By default, this is the system clock, even in a service with a test clock, because
   * network timeouts need real time.
   */
  clock?: Clock
  /** Resolves host names. By default, the resolver queries the DNS servers of the system. */
  resolver?: ResolveName
}

/**
 * Creates the sender. The sender uses only HTTPS, verifies the receiver's certificate, follows no redirect and connects
 * only to public addresses.
 */
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
        if (!guard.allows(url)) throw new BlockedAddressError('the host of the URL is not public')
        return await exchange(connections, url, attempt)
      } catch (error) {
        const cause = attempt.signal.aborted ? attempt.signal.reason : error
        return { ...attempt.emptyResult(), ...classifyError(cause) }
      } finally {
        attempt.stop()
      }
    },
  }
}

interface Attempt {
  request: SendRequest
  /** The time limit or the caller aborts this signal. The reason of the abort is the error to report. */
  signal: AbortSignal
  elapsedMs(): number
  /** The connection that the attempt uses; undefined until the attempt has acquired a connection. */
  connection: Connection | undefined
  /** Returns the result of an attempt without a response. */
  emptyResult(): SendResult
  stop(): void
}

function startAttempt(clock: Clock, request: SendRequest): Attempt {
  const startedAt = clock.now()
  const [attempt, timer] = [new AbortController(), new AbortController()]
  const { signal: callerSignal } = request
  const abortByCaller = (): void => attempt.abort(callerSignal?.reason)
  callerSignal?.addEventListener('abort', abortByCaller)
  if (callerSignal?.aborted) abortByCaller()
  const abortAtLimit = async (): Promise<void> => {
    await clock.sleep(ATTEMPT_MS_MAX, timer.signal)
    if (!timer.signal.aborted) attempt.abort(new AttemptTimeout(`no response within ${ATTEMPT_MS_MAX} ms`))
  }
  void abortAtLimit()
  const elapsedMs = () => clock.now().getTime() - startedAt.getTime()
  return {
    request,
    elapsedMs,
    connection: undefined,
    signal: attempt.signal,
    stop() {
      callerSignal?.removeEventListener('abort', abortByCaller)
      timer.abort(DONE)
    },
    emptyResult() {
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

/**
 * Sends the request on an idle connection if there is one, otherwise on a new connection. If the receiver has closed
 * the idle connection, sends the request again on a new connection.
 */
async function exchange(connections: Connections, url: URL, attempt: Attempt): Promise<SendResult> {
  const first = connections.acquire(url)
  const isReused = first.served > 0
  try {
    return await exchangeOn(connections, first, url, attempt)
  } catch (error) {
    const { errorClass } = classifyError(error)
    if (!isReused || errorClass !== 'connection_reset' || attempt.signal.aborted) throw error
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
  connections.release(connection, response.complete)
  return {
    statusCode: response.statusCode,
    errorClass: classifyStatus(response.statusCode),
    errorDetail: null,
    remoteIp: connection.remoteIp,
    timings: { ...connection.opening, firstByte, total: attempt.elapsedMs() },
    responseHeaders: response.headers,
    responseBody: response.body,
    responseTruncated: !response.complete,
  }
}
