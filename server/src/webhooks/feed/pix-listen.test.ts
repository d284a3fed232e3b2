import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../../stack/ports.ts'
import { createApiKey } from '../../api-keys/create-api-key.ts'
import { systemClock } from '../../kernel/clock.ts'
import type { Scope } from '../../kernel/scopes.ts'
import { eventually } from '../../testing/eventually.ts'
import { aBalanceEvent, recordTestEvents } from '../../testing/fixtures/events.ts'
import { createCharge } from '../../testing/fixtures/charges.ts'
import { advance, sandboxOf, testClient } from '../../testing/fixtures/sandbox-fixture.ts'
import { LocalServer } from '../../testing/fakes/local-server.ts'
import { World } from '../../testing/world.ts'
import { getEvent } from '../events/event.queries.ts'
import { isSignedBy } from '../sending/signature.ts'
import { sequenceEvents } from './sequence-events.ts'
import { moveToFeed } from './sequence-events.sql.ts'

const LISTEN = join(import.meta.dirname, '../../../../listen')
const DOCS = join(import.meta.dirname, '../../../docs')
/** The path of the program `pix-listen` that the service publishes. */
const PROGRAM = join(DOCS, 'assets/pix-listen.mjs')

let world: World
let folder: string
let sequencing: { stop: () => Promise<unknown> }
const cleanUps: (() => unknown)[] = []

beforeAll(async () => {
  world = await World.start({ hasSandbox: true })
  const stop = new AbortController()
  const ended = (async () => {
    while (!stop.signal.aborted) await sequenceEvents({ ...world.context(), signal: stop.signal })
  })()
  sequencing = {
    stop: () => {
      stop.abort()
      return ended
    },
  }
})
afterAll(async () => {
  await sequencing.stop()
  await world.stop()
})
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pix-listen-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

interface Listener {
  child: ChildProcess
  output: () => string
  /** Kills the process with a signal and waits for its end. Returns its exit code. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

function start(args: readonly string[], key: string): Listener {
  return startProgram([PROGRAM, `--base-url=${world.baseUrl}`, ...args], { PIX_API_KEY: key })
}

function startProgram(args: readonly string[], env: Record<string, string>): Listener {
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const exited = once(child, 'exit')
  cleanUps.push(() => child.kill('SIGKILL'))
  return {
    child,
    output: () => output,
    async end(signal) {
      child.kill(signal)
      await exited
      return child.exitCode
    },
  }
}

const secretOf = (listener: Listener): string => /whsec_[\w-]{40,}/.exec(listener.output())?.[0] ?? ''

const isReady = (listener: Listener) =>
  eventually(() => expect(listener.output()).toContain('Forwarding events to'))

const record = async (merchantId: string): Promise<string> => {
  const [id = ''] = await recordTestEvents(world.context(), merchantId, [aBalanceEvent(merchantId)])
  return id
}

async function aKey(merchantId: string, scopes: readonly Scope[] = ['webhooks:read']): Promise<string> {
  return (await createApiKey(world.context(), merchantId, { name: 'listen', scopes })).key
}

test('the local server gets each event once and in order, even if it was down or the listener restarted', async () => {
  const { merchantId, rest } = await world.anotherMerchant({ readRate: 100_000 })
  await record(merchantId)
  await eventually(async () => {
    const { body } = await rest.get<{ items: object[] }>('/v1/events/feed')
    expect(body.items).toHaveLength(1)
  })
  const key = await aKey(merchantId)
  const local = new LocalServer()
  const port = await local.start()
  cleanUps.push(() => local.stop())
  const state = join(folder, 'state.json')
  const args = [`--forward-to=http://127.0.0.1:${port}/hook`, `--state=${state}`]
  const first = start(args, key)
  await isReady(first)
  const sent = [await record(merchantId)]
  await eventually(() => expect(local.ids()).toEqual(sent))

  local.isDown = true
  sent.push(await record(merchantId), await record(merchantId))
  await eventually(() => expect(local.closed).toBeGreaterThan(1))
  local.isDown = false
  await eventually(() => expect(local.ids()).toEqual(sent))
  // The listener ends only after it has stored what it printed.
  await eventually(() => expect(first.output()).toContain(`${sent.at(-1)} → 200`))
  expect(await first.end('SIGTERM')).toBe(0)

  sent.push(await record(merchantId), await record(merchantId))
  const second = start(args, key)
  await eventually(() => expect(local.ids()).toEqual(sent))

  const secret = secretOf(first)
  expect(second.output()).toContain(secret)
  for (const { id, body, signature } of local.received) {
    expect(body).toBe((await getEvent(world.context(), merchantId, id)).body)
    expect(isSignedBy(secret, signature, body, systemClock.now())).toBe(true)
  }
  expect(statSync(state).mode.toString(8).slice(-3)).toBe('600')
  expect(readFileSync(state, 'utf8')).not.toContain(key)
})

test('while the service does not answer, the listener prints the reason and keeps trying', async () => {
  const { merchantId } = await world.anotherMerchant()
  const origin = `http://127.0.0.1:${await findFreePort()}`
  const args = [
    PROGRAM,
    `--base-url=${origin}`,
    '--forward-to=http://127.0.0.1:9/hook',
    `--state=${join(folder, 'away.json')}`,
  ]
  const listener = startProgram(args, { PIX_API_KEY: await aKey(merchantId) })
  await eventually(() =>
    expect(listener.output()).toContain(`Waiting: ${origin} does not answer (ECONNREFUSED)`),
  )
  expect(await listener.end('SIGTERM')).toBe(0)
})

test('an event is forwarded until the local server accepts it, even after the listener was killed', async () => {
  const { merchantId } = await world.anotherMerchant({ readRate: 100_000 })
  const key = await aKey(merchantId)
  const kept = [await record(merchantId), await record(merchantId)]
  const local = new LocalServer()
  local.answer = 500
  const port = await local.start()
  cleanUps.push(() => local.stop())
  const args = [`--forward-to=http://127.0.0.1:${port}/`, `--state=${join(folder, 'b.json')}`, '--from-start']
  const first = start(args, key)
  await eventually(() => expect(local.ids().length).toBeGreaterThan(1))
  await first.end('SIGKILL')
  expect(new Set(local.ids())).toEqual(new Set([kept[0]]))
  local.answer = 204
  local.received.length = 0
  start(args, key)
  await eventually(() => expect(local.ids()).toEqual(kept))
})

test.each<[string, (key: string) => string[], string]>([
  ['a target on another machine', () => ['--forward-to=http://example.com/'], 'URL of this machine'],
  ['no target', () => [], 'Set --forward-to'],
  ['an unknown command', () => ['start'], 'Unknown command: start'],
  ['an unknown option', () => ['--verbose'], "Unknown option '--verbose'"],
  ['an event that cannot be triggered', () => ['trigger', 'payout.paid'], 'trigger cannot cause payout.paid'],
  ['a trigger with a live key', () => ['trigger', 'charge.paid'], 'trigger needs a test key'],
])('%s is refused with a message and exit code 1', async (_, args, message) => {
  const listener = start(args(world.key), world.key)
  const [code] = await once(listener.child, 'close')
  expect([code, listener.output()]).toEqual([1, expect.stringContaining(message)])
})

test('`pix-listen trigger` creates the charge that causes an event in the test environment', async () => {
  const rest = await testClient(world)
  const triggering = start(['trigger', 'charge.paid'], rest.key ?? '')
  expect((await once(triggering.child, 'close'))[0]).toBe(0)
  expect(triggering.output()).toContain('causes charge.paid')
  const { body } = await rest.get<{ items: object[] }>('/v1/pix/charges')
  expect(body.items).toMatchObject([{ amount_cents: '990010', environment: 'sandbox' }])
})

test('the published program equals the bundle of the package `pix-listen`', () => {
  const bundle = join(folder, 'pix-listen.mjs')
  const rolldown = join(LISTEN, 'node_modules/rolldown/bin/cli.mjs')
  const options = ['--platform', 'node', '--format', 'esm', '--file', bundle]
  execFileSync(process.execPath, [rolldown, 'src/main.ts', ...options], { cwd: LISTEN, stdio: 'pipe' })
  // After a change of the package, `npx pnpm bundle-listen` writes the published file again.
  expect(readFileSync(PROGRAM, 'utf8')).toBe(readFileSync(bundle, 'utf8'))
})

test('with the program and the receiver of the quickstart, a paid test charge gives a verified webhook', async () => {
  const program = await fetch(`${world.baseUrl}/docs/pix-listen.mjs`)
  expect(await program.text()).toBe(readFileSync(PROGRAM, 'utf8'))
  const [receiver, inPortuguese] = ['en', 'pt'].map((language) => {
    const guide = readFileSync(join(DOCS, 'guides', language, 'quickstart.md'), 'utf8')
    return /```js\n([\s\S]+?)```/.exec(guide)?.[1] ?? ''
  })
  expect(receiver).toBe(inPortuguese)
  writeFileSync(join(folder, 'receiver.mjs'), receiver ?? '')
  const rest = await testClient(world, (await world.anotherMerchant()).merchantId)
  const state = `--state=${join(folder, 'quickstart.json')}`
  const first = start(['--forward-to=http://localhost:9/', state], rest.key ?? '')
  await isReady(first)
  await first.end('SIGTERM')
  const receiving = startProgram([join(folder, 'receiver.mjs')], {
    WEBHOOK_SECRET: secretOf(first),
    PORT: '0',
  })
  await eventually(() => expect(receiving.output()).toMatch(/port \d+/))
  const [, port] = /port (\d+)/.exec(receiving.output()) ?? []
  await isReady(start([`--forward-to=http://localhost:${port}/webhooks`, state], rest.key ?? ''))
  const { body } = await createCharge(rest)
  expect((await rest.post(`/v1/test/charges/${body.id}/pay`)).status).toBe(200)
  await advance(rest, 1)
  await moveToFeed(sandboxOf(world).tools.context('test'), 100)
  await eventually(() => expect(receiving.output()).toContain('verified charge.paid'))
  expect(receiving.output()).not.toContain('REFUSED')
})

test('the listener refuses a key without the scope `webhooks:read`, and a state file of another key, with a message', async () => {
  const target = '--forward-to=http://localhost:9/'
  const state = `--state=${join(folder, 'c.json')}`
  const without = start([target, state], await aKey(world.merchantId, ['balance:read']))
  expect((await once(without.child, 'close'))[0]).toBe(1)
  expect(without.output()).toContain('missing_scope')
  const other = start([target, state], await aKey(world.merchantId))
  expect((await once(other.child, 'close'))[0]).toBe(1)
  expect(other.output()).toContain('belongs to another key')
})
