import { expect, test } from 'vitest'
import { systemIds } from '../ids.ts'
import { readConfig } from './config.ts'

const random = () => systemIds.bytes(24).toString('hex')
const REQUIRED = {
  DATABASE_URL: `postgresql://pix_app:${random()}@127.0.0.1/pix`,
  PIX_BASE_URL: 'https://psp.exemplo.com.br/api/v2',
  PIX_TOKEN_URL: 'https://psp.exemplo.com.br/oauth/token',
  PIX_CLIENT_ID: 'pix',
  PIX_CLIENT_SECRET: random(),
  PIX_KEY: 'chave',
  PIX_CALLBACK_SECRET: random(),
  ENCRYPTION_KEYS: `k1:${systemIds.bytes(32).toString('base64')}`,
  CURSOR_SECRET: random(),
  FINGERPRINT_SECRET: random(),
}
const read = (more: Record<string, string>) => {
  const { config, secrets } = readConfig({ ...REQUIRED, ...more })
  return { ...config.files, credentials: secrets.s3Credentials }
}
const BUCKET = { DISPUTE_FILES_S3_BUCKET: 'pix-files' }
const KEY = { DISPUTE_FILES_S3_ACCESS_KEY_ID: 'AKIDEXAMPLE', DISPUTE_FILES_S3_SECRET_ACCESS_KEY: random() }

test('without settings, files are stored in a folder and are not scanned', () => {
  expect(read({})).toEqual({
    store: { kind: 'folder', folder: '.data/dispute-files' },
    clamd: undefined,
    credentials: undefined,
  })
  expect(read({ DISPUTE_FILES_DIR: '/files' }).store).toEqual({ kind: 'folder', folder: '/files' })
})

test('the endpoint, region and access key of a bucket can be set, and AWS defaults apply otherwise', () => {
  const aws = { kind: 's3', bucket: 'pix-files', endpoint: undefined, region: 'us-east-1', pathStyle: false }
  expect(read(BUCKET)).toMatchObject({ store: aws, credentials: undefined })
  const more = {
    DISPUTE_FILES_S3_ENDPOINT: 'https://s3.exemplo.com.br',
    DISPUTE_FILES_S3_REGION: 'sa-east-1',
    DISPUTE_FILES_S3_PATH_STYLE: '1',
  }
  expect(read({ ...BUCKET, ...KEY, ...more })).toMatchObject({
    store: { endpoint: 'https://s3.exemplo.com.br', region: 'sa-east-1', pathStyle: true },
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: KEY.DISPUTE_FILES_S3_SECRET_ACCESS_KEY },
  })
})

test.each([
  ['clamd:3310', { host: 'clamd', port: 3310 }],
  ['10.0.0.7:3310', { host: '10.0.0.7', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
])('CLAMD_ADDRESS=%s is parsed as %j', (address, clamd) => {
  expect(read({ CLAMD_ADDRESS: address }).clamd).toEqual(clamd)
})

test.each([
  [{ ...BUCKET, DISPUTE_FILES_DIR: '/files' }, 'DISPUTE_FILES_DIR and DISPUTE_FILES_S3_BUCKET are both set'],
  [{ ...BUCKET, DISPUTE_FILES_S3_ACCESS_KEY_ID: 'AKIDEXAMPLE' }, 'set both or neither'],
  [{ ...BUCKET, DISPUTE_FILES_S3_ENDPOINT: 's3.exemplo.com.br' }, 'DISPUTE_FILES_S3_ENDPOINT'],
  [{ CLAMD_ADDRESS: 'clamd' }, 'CLAMD_ADDRESS: must be host:port'],
  [{ CLAMD_ADDRESS: 'http://clamd:3310' }, 'CLAMD_ADDRESS: must be host:port'],
])('the settings %o are refused', (settings, message) => {
  expect(() => read(settings)).toThrow(message)
})
