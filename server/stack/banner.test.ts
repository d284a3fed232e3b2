import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { banner, describeDemo, type DemoFile } from './banner.ts'

interface Heard {
  call: string
  headers: IncomingMessage['headers']
  body: string
}

const CREDENTIALS = {
  gatewayId: 'g',
  apiKey: 'svc_live_key',
  email: 'a@b.c',
  password: 'p',
  totpSecret: 'ABC',
  users: [{ email: 'f@b.c', role: 'finance', password: 'q', totpSecret: null }],
}

let heard: Heard[]
let demo: DemoFile
let close: () => void

beforeEach(async () => {
  heard = []
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk) => (body += String(chunk)))
    req.on('end', () => {
      heard.push({ call: `${req.method} ${req.url}`, headers: req.headers, body })
      res.end('{"items":[{"id":"1","pix":{"qr_code_payload":"000201","txid":"tx123","expires_at":null}}]}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('listen: no port')
  const { port } = address
  close = () => server.close()
  demo = describeDemo({ server: port, simulator: port, inbox: 0, postgres: 0 }, {}, CREDENTIALS)
})
afterEach(() => close())

/** The commands as a person would copy them from the terminal: from `curl` to the blank line. */
function commands(): string[] {
  return banner(demo, '/data')
    .split('\n\n')
    .filter((block) => block.startsWith('curl '))
}

const inShell = (command: string) => promisify(execFile)('sh', ['-c', command])

test('the printed curl creates a charge with the demo key and a new order each second', async () => {
  const [create = ''] = commands()
  await inShell(create)
  expect(heard).toHaveLength(1)
  expect(heard[0]).toMatchObject({
    call: 'POST /v1/pix/charges',
    headers: { authorization: 'Bearer svc_live_key' },
  })
  expect(heard[0]?.headers['idempotency-key']).toMatch(/^pedido-\d+$/)
  const body: unknown = JSON.parse(heard[0]?.body ?? '')
  expect(body).toMatchObject({ amount_cents: 1990, order_reference: expect.stringMatching(/^pedido-\d+$/) })
})

test('the printed curl pays the youngest charge that waits', async () => {
  const [, pay = ''] = commands()
  await inShell(pay)
  expect(heard.map(({ call }) => call)).toEqual([
    'GET /v1/pix/charges?status=pending&limit=1',
    'POST /simulator/pay',
  ])
  expect(JSON.parse(heard[1]?.body ?? '')).toEqual({ txid: 'tx123' })
})

test('scripts find everything they need in demo.json', () => {
  expect(Object.keys(demo)).toEqual([
    'base_url',
    'api_key',
    'gateway_id',
    'console',
    'simulator_url',
    'simulator',
  ])
  expect(demo.console.users).toEqual([
    { email: 'a@b.c', role: 'admin', password: 'p', totp_secret: 'ABC' },
    { email: 'f@b.c', role: 'finance', password: 'q', totp_secret: null },
  ])
  expect(demo.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})
