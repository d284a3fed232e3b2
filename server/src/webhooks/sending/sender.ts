import type { ErrorClass } from './error-class.ts'

/** One attempt to hand over an event. */
export interface SendRequest {
  url: string
  headers: Record<string, string>
  body: string
  /** Cuts the attempt short. */
  signal?: AbortSignal
}

/**
 * How long the parts of an attempt took, in milliseconds; absent where it did not get that far, and where a kept
 * connection spared it.
 */
export interface SendTimings {
  dns?: number
  /** TCP alone, once the name was resolved. */
  connect?: number
  /** The handshake, once there was a connection. */
  tls?: number
  /** From the attempt's start to the answer's first byte. */
  firstByte?: number
  total: number
}

/** What came of an attempt. `errorClass` is null exactly when a 2xx came in time. */
export interface SendResult {
  statusCode: number | null
  errorClass: ErrorClass | null
  /** For support: what the network said, without any address that a name resolved to. */
  errorDetail: string | null
  remoteIp: string | null
  timings: SendTimings
  responseHeaders: Record<string, string>
  responseBody: Buffer
  responseTruncated: boolean
}

/** What an address is to the service: fit to send to, not written as it must be, or not public. */
export type UrlVerdict = 'public' | 'malformed' | 'blocked'

/** The way out to the merchants' receivers: the only part of the service that opens connections to them. */
export interface WebhookSender {
  /** Sends once, within the receiver's 5 s; never throws for anything that the receiver or the network does. */
  post(request: SendRequest): Promise<SendResult>
  /** Judges an address before it is registered. A name that does not resolve passes: each connect looks again. */
  checkUrl(url: string): Promise<UrlVerdict>
  close(): Promise<void>
}

/** For contexts of verbs that reach the merchants' receivers. */
export interface WithSender {
  readonly sender: WebhookSender
}
