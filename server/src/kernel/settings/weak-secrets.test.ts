import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemIds } from '../ids.ts'
import { readConfig } from './config.ts'
import { PUBLISHED_SECRETS } from './published-secrets.ts'
import { SECRET_VARIABLES } from './secret-files.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const random = () => systemIds.bytes(24).toString('hex')
const keyOf = (bytes: Buffer, id = 'k1') => `${id}:${bytes.toString('base64')}`
const STRONG = {
  DATABASE_URL: `postgresql://pix_app:${random()}@127.0.0.1/pix`,
  PIX_BASE_URL: 'https://psp.exemplo.com.br/api/v2',
  PIX_TOKEN_URL: 'https://psp.exemplo.com.br/oauth/token',
  PIX_CLIENT_ID: 'pix',
  PIX_CLIENT_SECRET: random(),
  PIX_KEY: 'chave',
  PIX_CALLBACK_SECRET: random(),
  ENCRYPTION_KEYS: keyOf(systemIds.bytes(32)),
  CURSOR_SECRET: random(),
  FINGERPRINT_SECRET: random(),
}
const read = (more: Record<string, string>) => readConfig({ ...STRONG, ...more })
const warnings = (more: Record<string, string>) =>
  read(more).weakSecrets.map(({ variable, reason }) => `${variable} ${reason}`)

const SEQUENCE = Buffer.from(Array.from({ length: 32 }, (_, at) => at))
const GUESSABLE = [
  ['PIX_CALLBACK_SECRET', 'world-callback-secret', 'is a published example'],
  ['CURSOR_SECRET', 'a'.repeat(40), 'repeats a few characters'],
  ['CURSOR_SECRET', 'pix-2026'.repeat(3), 'repeats a pattern'],
  ['FINGERPRINT_SECRET', '0123456789abcdefghijklmnop', 'is a sequence'],
  ['FINGERPRINT_SECRET', 'zyxwvutsrqponmlkji', 'is a sequence'],
  ['ENCRYPTION_KEYS', keyOf(Buffer.alloc(32)), 'the key k1 repeats a few characters'],
  ['ENCRYPTION_KEYS', keyOf(Buffer.alloc(32, systemIds.bytes(16))), 'the key k1 repeats a pattern'],
  ['ENCRYPTION_KEYS', keyOf(SEQUENCE), 'the key k1 is a sequence'],
] as const

test.each(GUESSABLE)(
  'production refuses %s=%s, and the error does not contain the value',
  (name, value, reason) => {
    const refused = () => read({ [name]: value })
    expect(refused).toThrow(`${name} ${reason}`)
    expect(refused).not.toThrow(value)
  },
)

test.each(GUESSABLE)(
  '%s=%s is accepted with a warning in development, or if ACCEPT_WEAK_SECRETS names the secret',
  (name, value, reason) => {
    for (const more of [{ EMBEDDED: '1' }, { DEV_MODE: '1' }, { ACCEPT_WEAK_SECRETS: ` ${name}` }])
      expect(warnings({ [name]: value, ...more })).toContainEqual(`${name} ${reason}`)
    expect(() => read({ [name]: value, ACCEPT_WEAK_SECRETS: 'PIX_CLIENT_SECRET' })).toThrow(
      'ACCEPT_WEAK_SECRETS',
    )
  },
)

test('one error names every guessable secret', () => {
  expect(() => read({ CURSOR_SECRET: 'a'.repeat(20), ENCRYPTION_KEYS: keyOf(Buffer.alloc(32)) })).toThrow(
    /CURSOR_SECRET .*\n.*ENCRYPTION_KEYS /,
  )
})

const shared = random()

test.each([
  [{ CURSOR_SECRET: random().slice(0, 20) }, 'CURSOR_SECRET is short'],
  [{ CURSOR_SECRET: 'the-cursors-of-our-company-2026' }, 'CURSOR_SECRET contains a word'],
  [{ CURSOR_SECRET: 'abcdeaaaaaabaaacaaadaaaaaae' }, 'CURSOR_SECRET uses few different characters'],
  [{ FINGERPRINT_SECRET: '' }, 'FINGERPRINT_SECRET is not set'],
  [{ CURSOR_SECRET: shared, FINGERPRINT_SECRET: shared }, 'the same value as CURSOR_SECRET'],
  [{ PIX_CLIENT_SECRET: shared, CURSOR_SECRET: shared }, 'the same value as CURSOR_SECRET'],
  [{ DATABASE_URL: 'postgresql://pix_app:pix@db/pix' }, 'DATABASE_URL is short'],
  [{ REDIS_URL: `redis://:${shared}@db`, CURSOR_SECRET: shared }, 'the same value as CURSOR_SECRET'],
  [{ PIX_CLIENT_SECRET: 'a'.repeat(20) }, 'PIX_CLIENT_SECRET repeats a few characters'],
  [{ ENCRYPTION_KEYS: keyOf(Buffer.from(random().slice(0, 32))) }, 'the key k1 is text'],
  [
    { ENCRYPTION_KEYS: `${STRONG.ENCRYPTION_KEYS},${keyOf(Buffer.alloc(32), 'k0')}` },
    'the key k0 repeats a few characters',
  ],
  [
    { ENCRYPTION_KEYS: `${STRONG.ENCRYPTION_KEYS},${STRONG.ENCRYPTION_KEYS.replace('k1', 'k0')}` },
    'the keys k1 and k0 have the same value',
  ],
])('with the settings %o, production starts and warns of a weak secret', (more, warning) => {
  expect(warnings(more)).toEqual([expect.stringContaining(warning)])
})

/** Returns bytes that look random and are the same in every run. */
const bytesOf = (name: string): Buffer => createHash('sha256').update(name).digest()

test('random secrets in hex, base64 and base64url cause no warning', () => {
  for (let round = 0; round < 40; round++)
    for (const form of ['hex', 'base64', 'base64url'] as const) {
      const secret = (name: string) => bytesOf(`${name} ${round}`).subarray(0, 24).toString(form)
      const texts = { CURSOR_SECRET: secret('cursor'), FINGERPRINT_SECRET: secret('fingerprint') }
      expect(warnings({ ...texts, ENCRYPTION_KEYS: keyOf(bytesOf(`key ${round}`)) })).toEqual([])
    }
})

test('a database URL without a password causes no warning, but a console URL equal to the database URL does', () => {
  expect(warnings({ DATABASE_URL: 'postgresql:///pix?host=/run/postgresql' })).toEqual([])
  expect(warnings({ CONSOLE_DATABASE_URL: STRONG.DATABASE_URL })).toEqual([
    'CONSOLE_DATABASE_URL has the same value as DATABASE_URL',
  ])
})

test('two encryption keys with the same id are refused', () => {
  const twice = `${STRONG.ENCRYPTION_KEYS},${keyOf(systemIds.bytes(32))}`
  expect(() => read({ ENCRYPTION_KEYS: twice })).toThrow(/ENCRYPTION_KEYS: two keys have the same id/)
})

const isPlaceholder = (value: string): boolean => value === '' || /[$<{?…]/.test(value)

test('every secret in the documents is empty, a placeholder, or in PUBLISHED_SECRETS', () => {
  const docs = join('server', 'docs')
  const pages = readdirSync(join(ROOT, docs), { recursive: true, encoding: 'utf8' })
  const files = ['.env.example', 'docker-compose.yml', 'README.md', ...pages.map((page) => join(docs, page))]
  const assigned = new RegExp(`(?<!_)(?:${SECRET_VARIABLES.join('|')})[=:] ?([^\\s'"\`,;|]*)`, 'g')
  const values = files
    .filter((file) => /\.(md|yml|example)$/.test(file))
    .flatMap((file) => Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(assigned)))
    .map(([, value = '']) => value)
  expect(values.length).toBeGreaterThan(10)
  expect(values.filter((value) => !isPlaceholder(value) && !PUBLISHED_SECRETS.has(value))).toEqual([])
})
