import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { signatureHeader } from './sending/signature.ts'

const PAGE = readFileSync(
  join(import.meta.dirname, '..', '..', 'docs', 'guides', 'pt', 'webhooks.md'),
  'utf8',
)

/** Reads a field of the test vector in the guide. */
const vectorField = (name: string): string => new RegExp(`^${name} +(.+)$`, 'm').exec(PAGE)?.[1] ?? ''
const secret = vectorField('segredo')
const seconds = Number(vectorField('t'))
const body = vectorField('corpo')
const header = `t=${seconds},v1=${vectorField('v1')}`

const Verifier = z.object({
  isSigned: z.function({
    input: [z.string(), z.string(), z.instanceof(Buffer), z.number()],
    output: z.boolean(),
  }),
})

async function nodeSnippet() {
  const code = /```js\n([\s\S]+?)```/.exec(PAGE)?.[1] ?? ''
  const url = `data:text/javascript,${encodeURIComponent(code)}`
  return Verifier.parse(await import(/* @vite-ignore */ url)).isSigned
}

test('the test vector of the guide equals the signature of the service', () => {
  expect(signatureHeader([secret], body, new Date(seconds * 1_000))).toBe(header)
})

test('the Node snippet of the guide accepts only valid signatures, even beside a second v1 signature', async () => {
  const isSigned = await nodeSnippet()
  const raw = Buffer.from(body)
  expect(isSigned(secret, header, raw, seconds + 300)).toBe(true)
  expect(isSigned(secret, header.replace(',', ',v1=00,'), raw, seconds)).toBe(true)
  expect(isSigned(secret, header, raw, seconds + 301)).toBe(false)
  expect(isSigned(`${secret}x`, header, raw, seconds)).toBe(false)
  expect(isSigned(secret, header, Buffer.from(`${body} `), seconds)).toBe(false)
  expect(isSigned(secret, '', raw, seconds)).toBe(false)
})
