import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '../../testing/fakes/certificates.ts'
import { World } from '../../testing/world.ts'
import { readCertificateEnds } from './certificate-ends.ts'
import type { Config } from './config.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await World.start()
  folder = mkdtempSync(join(tmpdir(), 'certificates-'))
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true })
})

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const config = (pix: Partial<Config['pix']>, webhookCaFiles: string[] = []): Config => ({
  ...world.kit.config,
  pix: { ...world.kit.config.pix, ...pix },
  webhookCaFiles,
})

test('readCertificateEnds returns the earliest end of the certificates in a file', () => {
  const early = selfSigned('early', ['early.example'], 60_000)
  const late = selfSigned('late')
  const endsAt = new Date(new X509Certificate(early.cert).validTo)
  const bundle = write('bundle.pem', `a comment\n${late.cert}\n${early.cert}`)
  expect(readCertificateEnds(config({ certFile: bundle }))).toEqual([{ certificate: 'psp_client', endsAt }])
  const files = [write('late.pem', late.cert), write('early.pem', early.cert)]
  expect(readCertificateEnds(config({}, files))).toEqual([{ certificate: 'webhook_ca', endsAt }])
})

test('readCertificateEnds returns an empty list without certificate files', () => {
  expect(readCertificateEnds(config({}))).toEqual([])
})

test('one error names every file that is missing or has no valid certificate, with its setting', () => {
  const invalid = write('invalid.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
  const other = write('other.pem', selfSigned('other').key)
  const absent = join(folder, 'absent.pem')
  expect(() => readCertificateEnds(config({ certFile: absent, caFile: invalid }, [other]))).toThrow(
    [
      'The settings are invalid:',
      `  - PIX_CERT_FILE: ${absent} cannot be read`,
      `  - PIX_CA_FILE: ${invalid} contains an invalid certificate`,
      `  - WEBHOOK_CA_FILE: ${other} contains no PEM certificate`,
    ].join('\n'),
  )
})
