import type { SendRequest, SendResult, WebhookSender } from '../webhooks/sending/sender.ts'
import type { Seed } from './seed.ts'

/**
 * The merchants' webhook receivers. The receivers store the id of every accepted event, and reject a share
 * `failureRate` of the attempts.
 */
export class Receiver implements WebhookSender {
  /** The ids of the accepted events, by the URL of the receiver. */
  readonly received = new Map<string, Set<string>>()
  /** The probability that an attempt fails, from 0 to 1. */
  failureRate = 0
  readonly #seed: Seed
  readonly #turn: (url: string) => Promise<void>

  /** `turn` resolves when an attempt may begin. */
  constructor(seed: Seed, turn: (url: string) => Promise<void> = () => Promise.resolve()) {
    this.#seed = seed
    this.#turn = turn
  }

  async post({ url, headers }: SendRequest): Promise<SendResult> {
    await this.#turn(url)
    if (this.#seed.chance(this.failureRate)) return this.#seed.chance(0.5) ? answered(500) : UNREACHED
    const known = this.received.get(url) ?? new Set()
    known.add(headers['x-svc-event-id'] ?? '')
    this.received.set(url, known)
    return answered(200)
  }

  checkUrl(): Promise<'public'> {
    return Promise.resolve('public')
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

const EMPTY = {
  errorDetail: null,
  remoteIp: '203.0.113.7',
  timings: { total: 5 },
  responseHeaders: {},
  responseBody: Buffer.alloc(0),
  responseTruncated: false,
}

const answered = (statusCode: 200 | 500): SendResult => ({
  ...EMPTY,
  statusCode,
  errorClass: statusCode === 200 ? null : 'http_5xx',
})

const UNREACHED: SendResult = { ...EMPTY, statusCode: null, errorClass: 'connection_refused' }
