import { createServer } from 'node:http'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../src/kernel/clock.ts'
import { eventually } from '../src/testing/eventually.ts'
import { KEEP_ALIVE_MS, listen, stop } from './http.ts'
import { readSettings } from './settings.ts'
import { startSimulator, type Simulator } from './simulator.ts'
import { bodyOf, KEY, seededRandom, TXID, aCobBody, type Body } from './testing/test-network.ts'

let directory: string
const running: Simulator[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'simulator-'))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((simulator) => simulator.stop()))
  rmSync(directory, { recursive: true })
})

async function start(env: Record<string, string> = {}): Promise<Simulator & { url: string; inbox: string }> {
  const settings = readSettings({
    SIMULATOR_PORT: '0',
    INBOX_PORT: '0',
    DATA_DIR: directory,
    SIMULATOR_CLIENT_ID: 'service',
    SIMULATOR_CLIENT_SECRET: 'secret',
    SIMULATOR_RETURN_DELAY_MS: '1',
    ...env,
  })
  const simulator = await startSimulator(settings, { clock: systemClock, random: seededRandom(3) })
  running.push(simulator)
  const { port, inboxPort } = simulator
  return { ...simulator, url: `http://127.0.0.1:${port}`, inbox: `https://localhost:${inboxPort}` }
}

async function end(simulator: Simulator): Promise<void> {
  running.splice(0)
  await simulator.stop()
}

async function send(method: string, url: string, body?: unknown, token?: string): Promise<Body> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, ...(await bodyOf(response)) }
}

async function tokenFrom(url: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'service',
    client_secret: 'secret',
  })
  return String((await bodyOf(await fetch(`${url}/oauth/token`, { method: 'POST', body })))['access_token'])
}

test('over HTTP, a charge is created and paid, and the callback is sent', async () => {
  const received: string[] = []
  const receiver = createServer((req, answer) => {
    req.setEncoding('utf8')
    req.on('data', (text: string) => received.push(`${req.method} ${req.url} ${text}`))
    req.on('end', () => answer.end())
  })
  const port = await listen(receiver, 0, '127.0.0.1')
  const { url } = await start()
  const token = await tokenFrom(url)
  const hook = { webhookUrl: `http://127.0.0.1:${port}/network/segredo` }
  await send('PUT', `${url}/webhook/${encodeURIComponent(KEY)}`, hook, token)
  expect(await send('PUT', `${url}/cob/${TXID}`, aCobBody(), token)).toMatchObject({ txid: TXID })
  const paid = await send('POST', `${url}/simulator/pay`, { txid: TXID })
  await eventually(() =>
    expect(received).toEqual([expect.stringContaining('POST /network/segredo/pix {"pix":[{')]),
  )
  const returned = `${url}/pix/${String(paid['end_to_end_id'])}/devolucao/a1`
  expect(await send('PUT', returned, { valor: '1.00' }, token)).toMatchObject({ status: 'EM_PROCESSAMENTO' })
  await eventually(() =>
    expect(received).toEqual([expect.anything(), expect.stringContaining('"status":"DEVOLVIDO"')]),
  )
  await stop(receiver)
})

test('charges, certificates and inbox secrets survive a restart of the simulator', async () => {
  const first = await start()
  await send('PUT', `${first.url}/cob/${TXID}`, aCobBody(), await tokenFrom(first.url))
  await send('POST', `${first.url}/simulator/inbox/secrets`, { secret: 'whsec_x' })
  const certificates = ['inbox-ca.pem', 'inbox-cert.pem'].map((name) =>
    readFileSync(join(directory, name), 'utf8'),
  )
  await end(first)
  const second = await start()
  expect(await send('POST', `${second.url}/simulator/pay`, { txid: TXID })).toMatchObject({ valor: '19.90' })
  expect(
    ['inbox-ca.pem', 'inbox-cert.pem'].map((name) => readFileSync(join(directory, name), 'utf8')),
  ).toEqual(certificates)
  await deliverTo(second, '/hooks/demo')
  expect(await send('GET', `${second.url}/simulator/inbox`)).toMatchObject({
    items: [{ signature: 'invalid' }],
  })
  for (const name of [
    'inbox-ca-key.pem',
    'inbox-key.pem',
    'simulator/inbox-secrets.json',
    'simulator/network.jsonl',
  ]) {
    expect([name, statSync(join(directory, name)).mode & 0o777]).toEqual([name, 0o600])
  }
})

test('with SIMULATOR_STATE=memory, a restarted simulator has no charges', async () => {
  const first = await start({ SIMULATOR_STATE: 'memory' })
  await send('PUT', `${first.url}/cob/${TXID}`, aCobBody(), await tokenFrom(first.url))
  await end(first)
  const second = await start({ SIMULATOR_STATE: 'memory' })
  expect(await send('GET', `${second.url}/simulator/cobs`)).toMatchObject({ total: 0 })
})

/** Delivers to the inbox over HTTPS, trusting only the certificate authority of the inbox. */
async function deliverTo({ inbox }: { inbox: string }, path: string, host = 'localhost'): Promise<number> {
  const dispatcher = new Agent({ connect: { ca: readFileSync(join(directory, 'inbox-ca.pem'), 'utf8') } })
  try {
    const answer = await request(`${inbox.replace('localhost', host)}${path}`, {
      method: 'POST',
      headers: {
        'x-svc-event-type': 'charge.paid',
        'x-svc-event-id': 'evt_1',
        'x-svc-signature': 't=1,v1=00',
      },
      body: '{"id":"evt_1"}',
      dispatcher,
    })
    await answer.body.dump()
    return answer.statusCode
  } finally {
    await dispatcher.close()
  }
}

test('the inbox accepts deliveries over HTTPS to localhost and to 127.0.0.1', async () => {
  const simulator = await start()
  expect(await deliverTo(simulator, '/hooks/demo?x=1')).toBe(200)
  expect(await deliverTo(simulator, '/hooks/demo', '127.0.0.1')).toBe(200)
  await expect(request(`${simulator.inbox}/hooks/demo`, { method: 'POST', body: '{}' })).rejects.toThrow(
    /certificate/,
  )
  const { items } = await send('GET', `${simulator.url}/simulator/inbox?event_type=charge.paid&limit=1`)
  expect(items).toMatchObject([
    { path: '/hooks/demo', event_id: 'evt_1', body: '{"id":"evt_1"}', signature: 'unknown_secret' },
  ])
  expect(await send('DELETE', `${simulator.url}/simulator/inbox`)).toMatchObject({ deleted: 2 })
})

test('the inbox answers with the status that a behaviour sets for its path', async () => {
  const simulator = await start()
  const behaviour = { path: `${simulator.inbox}/hooks/demo`, status: 503, count: 1 }
  await send('POST', `${simulator.url}/simulator/inbox/behaviour`, behaviour)
  expect(await deliverTo(simulator, '/hooks/demo')).toBe(503)
  expect(await deliverTo(simulator, '/hooks/demo')).toBe(200)
  await send('POST', `${simulator.url}/simulator/inbox/behaviour`, { status: 404 })
  expect(await deliverTo(simulator, '/hooks/demo')).toBe(404)
  await send('DELETE', `${simulator.url}/simulator/inbox/behaviour`)
  expect(await deliverTo(simulator, '/hooks/demo')).toBe(200)
})

test('the page of the simulator loads nothing from other origins', async () => {
  const { url } = await start()
  const page = await fetch(url)
  const parts = [
    page,
    ...(await Promise.all(['js', 'css'].map((kind) => fetch(`${url}/simulator/page.${kind}`)))),
  ]
  expect(parts.map((part) => part.headers.get('content-type'))).toEqual([
    'text/html; charset=utf-8',
    'text/javascript; charset=utf-8',
    'text/css; charset=utf-8',
  ])
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  for (const part of parts) expect(await part.text()).not.toMatch(/https?:\/\/|src="\/\//)
})

test('a fault with the mode "drop" closes the connection', async () => {
  const { url } = await start()
  const token = await tokenFrom(url)
  await send('POST', `${url}/simulator/faults`, { on: 'cob', mode: 'drop', count: 1 })
  await expect(send('GET', `${url}/cob/${TXID}`, undefined, token)).rejects.toThrow('fetch failed')
})

test('a request body above the size limit is refused with 413', async () => {
  const { url } = await start()
  const huge = await fetch(`${url}/cob/${TXID}`, { method: 'PUT', body: 'x'.repeat(1_048_577) })
  expect(huge.status).toBe(413)
})

test('stop does not wait for calls that get no answer', async () => {
  const simulator = await start()
  await send('POST', `${simulator.url}/simulator/faults`, { on: 'token', mode: 'timeout_before' })
  const hanging = tokenFrom(simulator.url).catch((error: unknown) => error)
  const half = connect(simulator.port, '127.0.0.1').on('error', () => undefined)
  await new Promise((resolve) => half.write('POST /cob HTTP/1.1\r\n', resolve))
  await eventually(async () =>
    expect(await send('GET', `${simulator.url}/simulator/calls`)).toMatchObject({ 'POST token': 1 }),
  )
  const before = performance.now()
  await end(simulator)
  expect(performance.now() - before).toBeLessThan(KEEP_ALIVE_MS)
  expect(await hanging).toBeInstanceOf(TypeError)
})

test('the simulator fails to start with EADDRINUSE when a port is in use', async () => {
  const { port } = await start()
  await expect(start({ SIMULATOR_PORT: String(port), SIMULATOR_STATE: 'memory' })).rejects.toThrow(
    'EADDRINUSE',
  )
})

test('the error of a failed start names every missing or invalid setting, without values', () => {
  const settings = { SIMULATOR_PORT: '70000', SIMULATOR_STATE: 'cloud', SIMULATOR_CLIENT_SECRET: '' }
  expect(() => readSettings(settings)).toThrow(
    /SIMULATOR_PORT.*SIMULATOR_CLIENT_ID.*SIMULATOR_CLIENT_SECRET.*SIMULATOR_STATE/,
  )
  expect(() => readSettings(settings)).not.toThrow(/70000|cloud"/)
})
