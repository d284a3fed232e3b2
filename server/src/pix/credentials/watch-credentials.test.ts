import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { captureLog } from '../../testing/captured-log.ts'
import { makeAuthority, makeKeyPair, type Authority, type KeyPair } from '../../testing/fakes/certificates.ts'
import { makeManualClock } from '../../testing/fakes/fake-pix-provider.ts'
import { systemClock } from '../../kernel/clock.ts'
import { readTlsFiles } from './tls-material.ts'
import { WatchedCredentials } from './watch-credentials.ts'

let folder: string
let authority: Authority
let keys: [KeyPair, KeyPair]
const logged = captureLog('info')
const clock = { ...makeManualClock(), now: () => systemClock.now() }

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'credentials-'))
  authority = makeAuthority('authority')
  keys = [makeKeyPair(), makeKeyPair()]
})
afterAll(() => rmSync(folder, { recursive: true }))

const path = (name: string): string => join(folder, name)
const write = (name: string, text: string): void => writeFileSync(path(name), text)
const issue = (n: 0 | 1, validMs?: number) =>
  authority.issue('service', [], { key: keys[n], ...(validMs === undefined ? {} : { validMs }) })

let watched: WatchedCredentials
let first: { cert: string; key: string }
beforeEach(() => {
  first = issue(0)
  write('cert.pem', first.cert)
  write('key.pem', first.key)
  write('ca.pem', authority.cert)
  write('secret', 'first-secret\n')
  const files = {
    certFile: path('cert.pem'),
    keyFile: path('key.pem'),
    caFile: path('ca.pem'),
    clientIdFile: undefined,
    clientSecretFile: path('secret'),
  }
  const initial = { client: { clientId: 'id', clientSecret: 'first-secret' }, tls: readTlsFiles(files) }
  watched = new WatchedCredentials({ files, initial, clock, log: logged.log })
  logged.lines.length = 0
})

/** Reads the files until a change has been seen twice. */
async function settle(): Promise<void> {
  await watched.check()
  await watched.check()
}

test('unchanged files keep the same credentials and log nothing', async () => {
  const before = watched.current()
  await settle()
  expect(watched.current()).toBe(before)
  expect(logged.lines).toEqual([])
})

test('a new certificate with its key is used after two reads with the same contents', async () => {
  const before = watched.current()
  const next = issue(1)
  write('cert.pem', next.cert)
  write('key.pem', next.key)
  await watched.check()
  expect(watched.current()).toBe(before)
  await watched.check()
  expect(watched.current().tls).toEqual({ ...next, ca: authority.cert })
  expect(watched.current().client).toBe(before.client)
})

test('a new client secret is used, and the TLS material stays the same object', async () => {
  const { tls } = watched.current()
  write('secret', 'second-secret\n')
  await settle()
  expect(watched.current().client).toEqual({ clientId: 'id', clientSecret: 'second-secret' })
  expect(watched.current().tls).toBe(tls)
  expect(JSON.stringify(logged.lines)).not.toContain('second-secret')
})

const broken: [string, () => void, string][] = [
  ['a certificate without its key', () => write('cert.pem', issue(1).cert), 'PIX_KEY_FILE is not the key'],
  [
    'half a certificate',
    () => write('cert.pem', first.cert.slice(0, 300)),
    'PIX_CERT_FILE contains an invalid',
  ],
  ['half a key', () => write('key.pem', first.key.slice(0, 300)), 'PIX_KEY_FILE contains no readable'],
  ['an empty authority', () => write('ca.pem', ''), 'PIX_CA_FILE contains an invalid'],
  ['an expired certificate', () => write('cert.pem', issue(0, -1_000).cert), 'the certificate expired at'],
  ['an empty secret', () => write('secret', '\n'), 'PIX_CLIENT_SECRET_FILE: the file is empty'],
  ['no file', () => rmSync(path('key.pem')), 'PIX_KEY_FILE: the file cannot be read'],
]

test.each(broken)(
  'after a change to %s, the earlier credentials stay in use, and one alarm is logged',
  async (_, change, fault) => {
    const before = watched.current()
    change()
    await settle()
    await settle()
    expect(watched.current()).toEqual(before)
    expect(watched.fault()).toContain(fault)
    expect(logged.lines).toHaveLength(1)
    expect(logged.lines[0]).toMatchObject({ level: 50, alarm: 'credentials_not_loaded' })
  },
)

test('the fault ends when the second file of a pair is replaced', async () => {
  const next = issue(1)
  write('cert.pem', next.cert)
  await settle()
  expect(watched.fault()).toBeDefined()
  write('key.pem', next.key)
  await settle()
  expect(watched.fault()).toBeUndefined()
  expect(watched.current().tls.cert).toBe(next.cert)
})

test('the fault ends when the earlier file is restored', async () => {
  write('cert.pem', 'nothing')
  await settle()
  write('cert.pem', first.cert)
  await settle()
  expect(watched.fault()).toBeUndefined()
})
