import { afterEach, beforeEach, expect } from 'vitest'
import { makeApiPix, type ApiPixSettings } from '../../pix/api-pix.ts'
import { writeBrCode } from '../../pix/br-code.ts'
import { makePixFetch, type ClosablePixFetch } from '../../pix/pix-fetch.ts'
import type { IssueRequest, PixProvider } from '../../pix/provider.ts'
import { ANSWER_BYTES_MAX, type PixFetch } from '../../pix/http-call.ts'
import {
  makeManualClock,
  hang,
  logInto,
  reply,
  reset,
  startFakePixProvider,
  type Behaviour,
  type FakePixProvider,
  type ProviderCall,
  type ManualClock,
} from './fake-pix-provider.ts'

const TIMEOUT_MS = 5_000
export const TXID = '0193d0e0f0a07c1e9a000123456789ab'
export const LOCATION = 'pix.example.com/qr/9d36b84fc70b478fb95c12729b90ca25'
export const CODE = writeBrCode({ location: LOCATION, merchantName: 'Banco', merchantCity: 'Recife' }) ?? ''

/** A request to issue a charge. */
export const request: IssueRequest = {
  txid: TXID,
  amountCents: 1_990n,
  expiresInSeconds: 3600,
  payer: { name: 'Maria Payer', document: '12345678909' },
  description: 'Pedido 42',
  merchantName: 'Loja do Zé',
}

/** The charge of `request`, as the PSP's response contains it. */
export const cob = {
  calendario: { criacao: '2026-11-20T12:00:00.358Z', expiracao: 3600 },
  txid: TXID,
  revisao: 0,
  loc: { id: 789, location: LOCATION, tipoCob: 'cob' },
  location: LOCATION,
  status: 'ATIVA',
  devedor: { cpf: '12345678909', nome: 'Maria Payer' },
  valor: { original: '19.90', modalidadeAlteracao: 0 },
  chave: 'key@psp.example',
  pixCopiaECola: CODE,
}

/** The adapter, connected to a fake PSP over real HTTP. */
export interface PixAdapterFixture {
  bank: FakePixProvider
  /** The adapter's clock. The clock moves only when the fake PSP lets the timeout expire. */
  clock: ManualClock
  connections: ClosablePixFetch
  pix: PixProvider
  lines: string[]
  /** Returns the calls that the fake PSP received, except token requests. */
  apiCalls(): ProviderCall[]
  adapter(changes?: Partial<ApiPixSettings>): PixProvider
}

/**
 * Starts a fake provider and an adapter before each test. After each test, asserts that the log contains no personal
 * data and no secret.
 */
export function setUpPixAdapter(): () => PixAdapterFixture {
  let current: PixAdapterFixture | undefined
  const get = (): PixAdapterFixture => {
    if (!current)
      throw new Error('BUG: setUpPixAdapter: the fixture exists only inside a test, after beforeEach')
    return current
  }

  beforeEach(async () => {
    const clock = makeManualClock()
    const bank = await startFakePixProvider(() => clock.advance(TIMEOUT_MS))
    const connections = makePixFetch({ certFile: undefined, keyFile: undefined, caFile: undefined })
    const lines: string[] = []
    const fetch: PixFetch = async (url, init) => {
      const response = await connections.fetch(url, init)
      if (bank.calls.at(-1)?.hasEndlessBody) clock.advance(TIMEOUT_MS)
      return response
    }
    const adapter = (changes: Partial<ApiPixSettings> = {}): PixProvider =>
      makeApiPix({
        baseUrl: `${bank.url}/api/v2/`,
        tokenUrl: `${bank.url}/oauth/token`,
        clientId: 'service',
        clientSecret: 's3cret',
        key: 'key@psp.example',
        clock,
        fetch,
        log: logInto(lines),
        timeoutMs: TIMEOUT_MS,
        ...changes,
      })
    const apiCalls = () => bank.calls.filter(({ path }) => path !== '/oauth/token')
    current = { bank, clock, connections, pix: adapter(), lines, apiCalls, adapter }
  })

  afterEach(async () => {
    const { bank, connections, lines } = get()
    await Promise.all([connections.close(), bank.close()])
    expect(lines.join('\n')).not.toMatch(/Maria|12345678909|Pedido 42|token-\d|s3cret|key@psp/)
  })

  return get
}

/** Sends headers but never ends the body. The caller has received the headers when its timeout expires. */
export const endlessBody =
  (status: number): Behaviour =>
  (call) => {
    call.hasEndlessBody = true
    call.res.writeHead(status, { 'content-type': 'application/json' })
    call.res.write(' ')
  }

/** Announces the length of a complete charge, sends only its first 100 bytes and closes the connection. */
export const truncatedBody =
  (status: number): Behaviour =>
  ({ req, res }) => {
    const body = JSON.stringify(cob)
    res.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length })
    res.write(body.slice(0, 100), () => req.socket.destroy())
  }

/** Behaviours of the PSP after which the adapter cannot know whether the PSP created the charge. */
export const AMBIGUOUS_FAILURES: [string, Behaviour][] = [
  ['hangs', hang],
  ['resets the connection', reset],
  ['closes the connection within its answer', truncatedBody(201)],
  ['answers 201 and never ends the body', endlessBody(201)],
  ...[500, 502, 504, 302, 307, 402, 409, 410, 422, 418].map((status): [string, Behaviour] => [
    `answers ${status}`,
    reply(status, {}),
  ]),
  ['answers with an HTML page', reply(200, '<html>welcome</html>')],
  ['sends an empty body', reply(201, '')],
  ['sends more than the maximum size', reply(201, { ...cob, filler: 'x'.repeat(ANSWER_BYTES_MAX) })],
  ['answers with another charge', reply(201, { ...cob, txid: 'f'.repeat(32) })],
  ['answers with another amount', reply(201, { ...cob, valor: { original: '19.91' } })],
  ['answers with a charge that is paid', reply(201, { ...cob, status: 'CONCLUIDA' })],
  ['answers with an unknown status', reply(201, { ...cob, status: 'NOVA' })],
  ['answers without a creation time', reply(201, { ...cob, calendario: {} })],
]

/** Behaviours of the PSP which prove that the PSP created no charge. */
export const DEFINITE_FAILURES: [string, Behaviour][] = [
  ...[403, 429, 503].map((status): [string, Behaviour] => [`answers ${status}`, reply(status, {})]),
  ['answers 503 and never ends the body', endlessBody(503)],
  ['answers 503 and closes the connection within the body', truncatedBody(503)],
  ['answers 401 for every token', reply(401, {})],
]
