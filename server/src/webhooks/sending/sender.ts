import type { ErrorClass } from './error-class.ts'

/** The request of one attempt. */
export interface SendRequest {
  url: string
  headers: Record<string, string>
  body: string
  /** Aborting this signal ends the attempt. */
  signal?: AbortSignal
}

/**
 * Durations of the steps of an attempt, in milliseconds. A step is absent if the attempt ended before it, or if a
 * reused connection made it unnecessary.
 */
export interface SendTimings {
  dns?: number
  /** The time from the resolution of the name to the TCP connection. */
  connect?: number
  /** The duration of the TLS handshake. */
  tls?: number
  /** The time from the start of the attempt to the headers of the final response. */
  firstByte?: number
  total: number
}

/** The result of an attempt. `errorClass` is null exactly when a 2xx status arrived in time. */
export interface SendResult {
  statusCode: number | null
  errorClass: ErrorClass | null
  /** The code of the network error, for support. The code never contains an address to which a name resolved. */
  errorDetail: string | null
  remoteIp: string | null
  timings: SendTimings
  responseHeaders: Record<string, string>
  responseBody: Buffer
  responseTruncated: boolean
}

/** `malformed`: the text does not have the form of an endpoint URL. `blocked`: the host of the URL is not public. */
export type UrlVerdict = 'public' | 'malformed' | 'blocked'

/** The only part of the service that connects to the merchants' receivers. */
export interface WebhookSender {
  /** Makes one attempt of at most 5 s. Failures of the receiver or the network are results, never exceptions. */
  post(request: SendRequest): Promise<SendResult>
  /**
   * Checks a URL before it is registered. Accepts a name that does not resolve, because each connection checks the name
   * again.
   */
  checkUrl(url: string): Promise<UrlVerdict>
  close(): Promise<void>
}

/** The part of a context that sends requests to the merchants' receivers. */
export interface WithSender {
  readonly sender: WebhookSender
}
