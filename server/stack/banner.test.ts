import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { banner, describeDemo, type DemoFile } from './banner.ts'

interface ReceivedCall {
  call: string
  headers: IncomingMessage['headers']
  body: string
}

const CREDENTIALS = {
  gatewayId: 'g',
  apiKey: 'svc_live_key',
  testKey: 'svc_test_key',
  email: 'a@b.c',
  password: 'p',
  totpSecret: 'ABC',
  users: [{ email: 'f@b.c', role: 'finance', password: 'q', totpSecret: null }],
}

let calls: ReceivedCall[]
let demo: DemoFile
let close: () => void

beforeEach(async () => {
  calls = []
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk) => (body += String(chunk)))
    req.on('end', () => {
      calls.push({ call: `${req.method} ${req.url}`, headers: req.headers, body })
      res.end('{"items":[{"id":"1","pix":{"qr_code_payload":"000201","txid":"tx123","expires_at":null}}]}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('BUG: the server listens on no port')
  const { port } = address
  close = () => server.close()
  demo = describeDemo({ server: port, simulator: port, inbox: 0, postgres: 0, metrics: 0 }, {}, CREDENTIALS)
})
afterEach(() => close())

/** Returns the printed commands: from `curl` to the next blank line. */
function commands(): string[] {
  return banner(demo, '/data')
    .split('\n\n')
    .filter((block) => block.startsWith('curl '))
}

const runInShell = (command: string) => promisify(execFile)('sh', ['-c', command])

test('the first printed command creates a charge with the demo key and an order reference that contains the time', async () => {
  const [create = ''] = commands()
  await runInShell(create)
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatchObject({
    call: 'POST /v1/pix/charges',
    headers: { authorization: 'Bearer svc_live_key' },
  })
  expect(calls[0]?.headers['idempotency-key']).toMatch(/^pedido-\d+$/)
  const body: unknown = JSON.parse(calls[0]?.body ?? '')
  expect(body).toMatchObject({ amount_cents: 1990, order_reference: expect.stringMatching(/^pedido-\d+$/) })
})

test('the second printed command pays the latest pending charge', async () => {
  const [, pay = ''] = commands()
  await runInShell(pay)
  expect(calls.map(({ call }) => call)).toEqual([
    'GET /v1/pix/charges?status=pending&limit=1',
    'POST /simulator/pay',
  ])
  expect(JSON.parse(calls[1]?.body ?? '')).toEqual({ txid: 'tx123' })
})

test('demo.json has the URLs and credentials that scripts need', () => {
  expect(Object.keys(demo)).toEqual([
    'base_url',
    'api_key',
    'test_api_key',
    'gateway_id',
    'console',
    'metrics_url',
    'simulator_url',
    'simulator',
  ])
  expect(demo.console.users).toEqual([
    { email: 'a@b.c', role: 'admin', password: 'p', totp_secret: 'ABC' },
    { email: 'f@b.c', role: 'finance', password: 'q', totp_secret: null },
  ])
  expect(demo.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})
