import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemIds } from '../src/kernel/ids.ts'
import { readConfig } from '../src/kernel/settings/config.ts'
import { embeddedSettings, serverSettings, withEnvironment } from './embedded-settings.ts'
import { findPaths } from './paths.ts'
import {
  saveSettings,
  readSavedSettings,
  readOptions,
  completeSecrets,
  SettingsError,
  type Settings,
} from './settings.ts'

const PORTS = { server: 3000, simulator: 3001, inbox: 3002, postgres: 54_329 }
const URLS = {
  DATABASE_URL: 'postgresql://a:b@127.0.0.1/pix',
  CONSOLE_DATABASE_URL: 'postgresql://c:b@127.0.0.1/pix',
  MIGRATION_DATABASE_URL: 'postgresql://o:b@127.0.0.1/pix',
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pix-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const own = () => embeddedSettings({ ...completeSecrets({}, systemIds), ...URLS }, PORTS, findPaths(folder))

test('with an empty environment, the stack embeds the database and uses the default ports', () => {
  expect(readOptions({ PORT: '', DATABASE_URL: '' })).toEqual({
    port: 3000,
    simulatorPort: 3001,
    inboxPort: 3002,
    postgresPort: 54_329,
    metricsPort: undefined,
    dataDir: '.data',
    embedded: true,
  })
})

test('DATABASE_URL turns off the embedded database', () => {
  expect(readOptions({ DATABASE_URL: 'postgresql://db/pix' }).embedded).toBe(false)
})

test('without CONSOLE_DATABASE_URL, the console uses the database role of the application', () => {
  const { secrets } = readConfig(serverSettings({ ...own(), CONSOLE_DATABASE_URL: '' }))
  expect(secrets.consoleDatabaseUrl).toBe(URLS.DATABASE_URL)
})

const readMalformed = () => readOptions({ PORT: '70000', SIMULATOR_PORT: 'secret' })

test('the error about malformed ports names each setting, without values', () => {
  expect(readMalformed).toThrow(SettingsError)
  expect(readMalformed).toThrow(/PORT: .*\nSIMULATOR_PORT: /)
  expect(readMalformed).not.toThrow(/secret/)
})

test('generated secrets are the same at the second start', () => {
  const first = completeSecrets({}, systemIds)
  saveSettings(folder, first)
  expect(completeSecrets(readSavedSettings(folder), systemIds)).toEqual(first)
})

test('only the owner can read the saved settings', () => {
  saveSettings(folder, { A: 'b' })
  expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600)
})

test('the server can read its configuration from the embedded settings alone', () => {
  const { config, secrets } = readConfig(serverSettings(own()))
  expect(config.webhookAllowPrivate).toEqual(['localhost:3002', '127.0.0.1:3002'])
  expect(secrets.encryptionKeys).toHaveLength(1)
  expect(secrets.consoleDatabaseUrl).toBe(URLS.CONSOLE_DATABASE_URL)
})

test('the server does not get the credentials of the database owner and the superuser', () => {
  expect(Object.keys(serverSettings(own())).filter((name) => /MIGRATION|SUPERUSER|OWNER/.test(name))).toEqual(
    [],
  )
})

test('the environment overrides settings, but not the embedded database or the port', () => {
  const settings = withEnvironment(own(), { LOG_LEVEL: 'debug', PIX_KEY: 'loja@exemplo.com.br', PORT: '0' })
  expect(settings).toMatchObject({
    LOG_LEVEL: 'debug',
    PIX_KEY: 'loja@exemplo.com.br',
    PORT: '3000',
    ...URLS,
  })
})

test('the inbox is added to WEBHOOK_ALLOW_PRIVATE of the environment', () => {
  const settings = withEnvironment(own(), { WEBHOOK_ALLOW_PRIVATE: 'localhost:9443,localhost:3002' })
  expect(settings['WEBHOOK_ALLOW_PRIVATE']).toBe('localhost:9443,localhost:3002,127.0.0.1:3002')
})

const authoritiesWith = (environment: Settings) =>
  readConfig(serverSettings(withEnvironment(own(), environment))).config.webhookCaFiles

test('the certificate authority of the inbox is added to WEBHOOK_CA_FILE of the environment', () => {
  const inbox = join(folder, 'inbox-ca.pem')
  expect(authoritiesWith({})).toEqual([inbox])
  expect(
    authoritiesWith({ WEBHOOK_CA_FILE: ['/etc/ssl/shop-ca.pem', '/etc/ssl/other-ca.pem'].join(delimiter) }),
  ).toEqual(['/etc/ssl/shop-ca.pem', '/etc/ssl/other-ca.pem', inbox])
})
