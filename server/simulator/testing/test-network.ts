import type { Clock } from '../../src/kernel/clock.ts'
import { createNetwork, type Network, type NetworkOptions } from '../network.ts'

export const KEY = 'loja@exemplo.com.br'
export const WEBHOOK_URL = 'https://servico.exemplo/network/segredo'

export interface SentCallback {
  url: string
  pix: Record<string, unknown>[]
}

/** A simulated Pix network in the test process, with functions that call it as its receiver does. */
export interface TestNetwork {
  network: Network
  clock: ManualClock
  /** The callbacks that were sent, including failed ones. */
  callbacks: SentCallback[]
  /** Calls API Pix with a valid token. */
  api: (method: string, path: string, body?: unknown) => Promise<Reply>
  /** Calls a control route of the simulated network, without a token. */
  call: (method: string, path: string, body?: unknown) => Promise<Reply>
}

export interface Reply {
  status: number
  type: string | null
  body: Body
}

/** The JSON body of an answer. */
export type Body = Record<string, unknown>

/** Creates a simulated network with a webhook on `KEY`. The network's clock starts at 2026-11-20 12:00 UTC. */
export async function createTestNetwork(options: Partial<NetworkOptions> = {}): Promise<TestNetwork> {
  const clock = new ManualClock()
  const callbacks: SentCallback[] = []
  const network = createNetwork({
    clock,
    random: seededRandom(7),
    clients: [{ id: 'service', secret: 'secret' }],
    tokenSeconds: 400 * 86_400,
    deliver: async (url, body) => {
      callbacks.push({ url, pix: JSON.parse(body).pix })
      return { status: 200 }
    },
    ...options,
  })
  const call = (method: string, path: string, body?: unknown) => sendCall(network, { method, path, body })
  const token = await requestToken(network)
  const api = (method: string, path: string, body?: unknown) =>
    sendCall(network, { method, path, body, token })
  await api('PUT', `/webhook/${encodeURIComponent(KEY)}`, { webhookUrl: WEBHOOK_URL })
  return { network, clock, callbacks, api, call }
}

/** Requests a token with every scope, with the credentials in the Basic header. */
export async function requestToken(network: Network): Promise<string> {
  const response = await network.fetch('http://bank.test/oauth/token', {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('service:secret').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return String((await bodyOf(response))['access_token'])
}

export const TXID = '019abcdef0127abc8def0123456789ab'

/** A valid body that creates a charge of R$ 19,90. */
export const aCobBody = (changes: Body = {}): Body => ({
  calendario: { expiracao: 3600 },
  devedor: { cpf: '12345678909', nome: 'José da Silva' },
  valor: { original: '19.90' },
  chave: KEY,
  solicitacaoPagador: 'Pedido 1234',
  ...changes,
})

/** Returns a seeded random generator. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A clock that moves only by `advance`. */
export class ManualClock implements Clock {
  #nowMs = Date.parse('2026-11-20T12:00:00.000Z')
  #sleepers: { atMs: number; wake: () => void }[] = []

  now(): Date {
    return new Date(this.#nowMs)
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((wake) => {
      this.#sleepers.push({ atMs: this.#nowMs + ms, wake })
      signal?.addEventListener('abort', () => wake(), { once: true })
    })
  }

  /** Advances the clock, wakes the sleepers that are due, and lets them run for one turn of the event loop. */
  async advance(ms: number): Promise<void> {
    this.#nowMs += ms
    const due = this.#sleepers.filter(({ atMs }) => atMs <= this.#nowMs)
    this.#sleepers = this.#sleepers.filter(({ atMs }) => atMs > this.#nowMs)
    for (const { wake } of due) wake()
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}

interface TestCall {
  method: string
  path: string
  body: unknown
  token?: string
}

async function sendCall(network: Network, { method, path, body, token }: TestCall): Promise<Reply> {
  const response = await network.fetch(`http://bank.test${path}`, {
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: await bodyOf(response),
  }
}

/** Parses the JSON body of an answer. Returns an empty object if the answer has no body. */
export async function bodyOf(response: Response): Promise<Body> {
  const text = await response.text()
  return text === '' ? {} : JSON.parse(text)
}
