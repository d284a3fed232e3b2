import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorEnv, runCommand } from '../../testing/clients/command-line.ts'
import { World } from '../../testing/world.ts'
import { systemIds } from '../ids.ts'
import { readConfig, readMigrationUrl, readToolSecrets } from './config.ts'
import { readSecretFiles, SECRET_VARIABLES } from './secret-files.ts'

const random = () => systemIds.bytes(24).toString('hex')
const SECRETS: Record<string, string> = {
  DATABASE_URL: `postgresql://pix_app:${random()}@127.0.0.1/pix`,
  CONSOLE_DATABASE_URL: `postgresql://pix_console:${random()}@127.0.0.1/pix`,
  MIGRATION_DATABASE_URL: `postgresql://pix_owner:${random()}@127.0.0.1/pix`,
  SANDBOX_DATABASE_URL: `postgresql://pix_app:${random()}@127.0.0.1/pix_sandbox`,
  MIGRATION_SANDBOX_DATABASE_URL: `postgresql://pix_owner:${random()}@127.0.0.1/pix_sandbox`,
  PIX_CLIENT_ID: 'loja',
  PIX_CLIENT_SECRET: random(),
  PIX_APP_KEY: random(),
  PIX_CALLBACK_SECRET: random(),
  PIX_CALLBACK_SECRET_PREVIOUS: random(),
  ENCRYPTION_KEYS: `k1:${systemIds.bytes(32).toString('base64')}`,
  CURSOR_SECRET: random(),
  FINGERPRINT_SECRET: random(),
  REDIS_URL: `redis://:${random()}@127.0.0.1`,
  OIDC_CLIENT_SECRET: random(),
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=${random()}`,
  DISPUTE_FILES_S3_ACCESS_KEY_ID: random(),
  DISPUTE_FILES_S3_SECRET_ACCESS_KEY: random(),
}
const OTHERS = {
  PIX_BASE_URL: 'https://psp.exemplo.com.br/api/v2',
  PIX_TOKEN_URL: 'https://psp.exemplo.com.br/oauth/token',
  PIX_KEY: 'chave',
  OIDC_ISSUER: 'https://login.exemplo.com.br',
  OIDC_CLIENT_ID: 'console',
  OIDC_ROLE_MAP: 'pix=admin',
}

let folder: string
let world: World
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pix-secrets-'))
  world = await World.start()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.stop()
})

/** Writes the secrets to files. Returns the environment variables that name the files. */
function inFiles(secrets: Record<string, string | Buffer>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => {
      const file = join(folder, systemIds.bytes(6).toString('hex'))
      writeFileSync(file, value)
      return [`${name}_FILE`, file]
    }),
  )
}

const withNewlines = () =>
  inFiles(Object.fromEntries(Object.entries(SECRETS).map(([name, value]) => [name, `${value}\r\n`])))

test('every secret can come from a file, and a newline at the end of the file is ignored', () => {
  expect(Object.keys(SECRETS).toSorted()).toEqual(SECRET_VARIABLES.toSorted())
  const files = withNewlines()
  const { config, secrets } = readConfig({ ...OTHERS, ...files, CURSOR_SECRET: '' })
  const { pix, ...others } = readConfig({ ...OTHERS, ...SECRETS }).config
  const [clientIdFile, clientSecretFile] = [files['PIX_CLIENT_ID_FILE'], files['PIX_CLIENT_SECRET_FILE']]
  expect(config).toEqual({ ...others, pix: { ...pix, clientIdFile, clientSecretFile } })
  expect(secrets).toEqual(readConfig({ ...OTHERS, ...SECRETS }).secrets)
  expect(readToolSecrets(files)).toEqual(readToolSecrets(SECRETS))
  expect(readMigrationUrl(files)).toBe(SECRETS['MIGRATION_DATABASE_URL'])
})

const both = () => readConfig({ ...OTHERS, ...SECRETS, ...inFiles({ CURSOR_SECRET: 'x', REDIS_URL: 'y' }) })

test('a secret that is set both by value and by file is refused, and the error names both variables', () => {
  expect(both).toThrow(/CURSOR_SECRET and CURSOR_SECRET_FILE are both set/)
  expect(both).toThrow(/REDIS_URL and REDIS_URL_FILE are both set/)
})

test.each(['README.md', 'server/docs/secrets.md'])(
  'the document %s names every setting with a secret',
  (file) => {
    const text = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', file), 'utf8')
    expect(SECRET_VARIABLES.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  },
)

const named = (path: string) => () => ({ CURSOR_SECRET_FILE: join(folder, path) })
const content = (value: string | Buffer) => () => inFiles({ CURSOR_SECRET: value })

test.each([
  ['that does not exist', named('none'), 'the file cannot be read (ENOENT)'],
  ['that is a folder', named(''), 'is not a regular file'],
  ['that is empty', content(''), 'the file is empty'],
  ['with only a newline', content('\n'), 'the file is empty'],
  ['of more than 16 KiB', content('s3cr3t-content '.repeat(1_100)), 'the file is larger than 16 KiB'],
  ['that is not text', content(Buffer.from('ff00fe', 'hex')), 'the file is not UTF-8 text'],
  ['with a short secret', content('s3cr3t-content'), 'CURSOR_SECRET: needs at least 16 characters'],
])('a file %s is refused with an error that names every fault, but no path or content', (_, file, fault) => {
  const { CURSOR_SECRET: _value, ...others } = SECRETS
  const read = () => readConfig({ ...OTHERS, ...others, ...file(), PORT: 'x' })
  expect(read).toThrow(fault)
  expect(read).toThrow(/PORT: /)
  expect(read).not.toThrow(/missing|s3cr3t|pix-secrets-/)
})

test('a secret file that is a named pipe without a writer is refused at once', () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  expect(readSecretFiles({ CURSOR_SECRET_FILE: pipe }).faults.get('CURSOR_SECRET')).toBe(
    'CURSOR_SECRET_FILE: is not a regular file',
  )
})

test('PIX_KEY_FILE names the key of the client certificate, not a file that contains PIX_KEY', () => {
  const { config } = readConfig({ ...OTHERS, ...SECRETS, PIX_KEY_FILE: '/certificates/key.pem' })
  expect(config.pix).toMatchObject({ key: 'chave', keyFile: '/certificates/key.pem' })
})

test('the server does not read the file of MIGRATION_DATABASE_URL', () => {
  const { MIGRATION_DATABASE_URL: _url, ...others } = SECRETS
  expect(() => readConfig({ ...OTHERS, ...others, MIGRATION_DATABASE_URL_FILE: '/none' })).not.toThrow()
  expect(() => readMigrationUrl({ MIGRATION_DATABASE_URL_FILE: '/none' })).toThrow(
    /MIGRATION_DATABASE_URL_FILE/,
  )
})

const list = (env: Record<string, string>) => runCommand(['account', 'list', '--json'], env)

test('the command line reads secrets from files, which take precedence over the saved settings', async () => {
  const saved = mkdtempSync(join(folder, 'data-'))
  writeFileSync(join(saved, 'settings.json'), JSON.stringify({ ...SECRETS, ...operatorEnv(world) }))
  expect(await list(inFiles(operatorEnv(world)))).toMatchObject({ status: 0, stderr: '' })
  expect(await list({ DATA_DIR: saved, ...inFiles({ CURSOR_SECRET: random() }) })).toMatchObject({
    status: 0,
  })
  const unreadable = await list({ ...operatorEnv(world), FINGERPRINT_SECRET_FILE: '/none' })
  expect(unreadable).toMatchObject({ status: 1 })
  expect(unreadable.stderr).toContain('FINGERPRINT_SECRET_FILE: the file cannot be read (ENOENT)')
  const migrated = await runCommand(['migrate'], inFiles({ MIGRATION_DATABASE_URL: world.database.ownerUrl }))
  expect(migrated).toMatchObject({ status: 0, stderr: '' })
})
