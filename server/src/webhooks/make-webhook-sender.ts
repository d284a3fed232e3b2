import { DONE, systemClock, type Clock } from '../kernel/clock.ts'
import { makeAddressGuard, BlockedAddressError, type ResolveName } from './address-guard.ts'
import { makeConnections, type Connection, type Connections } from './connection.ts'
import { AttemptTimeout, classifyError, classifyStatus } from './send-error.ts'
import type { SendRequest, SendResult, WebhookSender } from './sender.ts'

/** A receiver answers 2xx within this (specification, events). */
export const ATTEMPT_MS_MAX = 5_000

/** How much of an answer is read and kept. */
const RESPONSE_BYTES_MAX = 16 * 1024

const KEPT_HEADERS = ['content-type', 'retry-after', 'server', 'date', 'x-request-id']
const KEPT_HEADER_LENGTH_MAX = 200

export interface WebhookSenderOptions {
  /** `host:port` pairs that the address guard lets through, for development. */
  allowPrivate: readonly string[]
  /** A certificate authority to trust beside the public ones. */
  caFile?: string | undefined
  /** Real time, whatever clock the service keeps: the network knows no other. */
  clock?: Clock
  /** Finds the addresses of a name; the system's name servers by default. */
  resolver?: ResolveName
}

/** Sends over HTTPS alone, verifies the receiver's certificate, follows no redirect, connects to public addresses only. */
export function makeWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { clock = systemClock, allowPrivate, caFile, resolver } = options
  const guard = makeAddressGuard({ clock, allowPrivate, ...(resolver ? { resolve: resolver } : {}) })
  const connections = makeConnections({ clock, guard, caFile })
  return {
    judge: (url) => guard.judge(url),
    close: () => connections.close(),
    async post(request) {
      const attempt = startAttempt(clock, request)
      const url = new URL(request.url)
      try {
        if (!guard.admits(url)) throw new BlockedAddressError('not a public address')
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
  const first = connections.take(url)
  const isKept = first.served > 0
  try {
    return await exchangeOn(connections, first, url, attempt)
  } catch (error) {
    const { errorClass } = classifyError(error)
    if (!isKept || errorClass !== 'connection_reset' || attempt.signal.aborted) throw error
    return await exchangeOn(connections, connections.take(url, { fresh: true }), url, attempt)
  }
}

async function exchangeOn(
  connections: Connections,
  connection: Connection,
  url: URL,
  attempt: Attempt,
): Promise<SendResult> {
  attempt.connection = connection
  const answer = await connection.client
    .request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: attempt.request.headers,
      body: attempt.request.body,
      signal: attempt.signal,
    })
    .catch((error: unknown) => {
      connections.giveBack(connection, false)
      throw error
    })
  const firstByte = attempt.elapsedMs()
  const { bytes, whole } = await readSome(answer.body)
  connections.giveBack(connection, whole)
  return {
    statusCode: answer.statusCode,
    errorClass: classifyStatus(answer.statusCode),
    errorDetail: null,
    remoteIp: connection.remoteIp,
    timings: { ...connection.opening, firstByte, total: attempt.elapsedMs() },
    responseHeaders: keptHeaders(answer.headers),
    responseBody: bytes,
    responseTruncated: !whole,
  }
}

/** The beginning of a body; what cuts it, time included, leaves what came: the status has decided already. */
async function readSome(body: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; whole: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  let whole = true
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size > RESPONSE_BYTES_MAX) {
        whole = false
        break
      }
    }
  } catch {
    whole = false
  }
  return { bytes: Buffer.concat(chunks).subarray(0, RESPONSE_BYTES_MAX), whole }
}

function keptHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers[name]
      const text = Array.isArray(value) ? value.join(', ') : value
      return text === undefined ? [] : [[name, text.slice(0, KEPT_HEADER_LENGTH_MAX)]]
    }),
  )
}
