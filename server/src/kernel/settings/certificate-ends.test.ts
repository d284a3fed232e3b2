import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '../../testing/fakes/certificates.ts'
import { readWebhookCaEnds } from './certificate-ends.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'certificates-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

test('readWebhookCaEnds returns the earliest expiry of the certificates in all files', () => {
  const early = selfSigned('early', ['early.example'], 60_000)
  const late = selfSigned('late')
  const ends = [{ certificate: 'webhook_ca', endsAt: new Date(new X509Certificate(early.cert).validTo) }]
  const bundle = write('bundle.pem', `a comment\n${late.cert}\n${early.cert}`)
  expect(readWebhookCaEnds({ webhookCaFiles: [bundle] })).toEqual(ends)
  const files = [write('late.pem', late.cert), write('early.pem', early.cert)]
  expect(readWebhookCaEnds({ webhookCaFiles: files })).toEqual(ends)
})

test('readWebhookCaEnds returns an empty list without files', () => {
  expect(readWebhookCaEnds({ webhookCaFiles: [] })).toEqual([])
})

test('one error names every file that is missing or has no valid certificate', () => {
  const invalid = write('invalid.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
  const other = write('other.pem', selfSigned('other').key)
  const absent = join(folder, 'absent.pem')
  expect(() => readWebhookCaEnds({ webhookCaFiles: [absent, invalid, other] })).toThrow(
    [
      'The settings are invalid:',
      `  - WEBHOOK_CA_FILE: ${absent} cannot be read`,
      `  - WEBHOOK_CA_FILE: ${invalid} contains an invalid certificate`,
      `  - WEBHOOK_CA_FILE: ${other} contains no PEM certificate`,
    ].join('\n'),
  )
})
