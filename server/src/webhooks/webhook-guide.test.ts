import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { signatureHeader } from './sending/signature.ts'

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'webhooks.md'), 'utf8')

const told = (name: string): string => new RegExp(`^${name} +(.+)$`, 'm').exec(PAGE)?.[1] ?? ''
const secret = told('segredo')
const seconds = Number(told('t'))
const body = told('corpo')
const header = `t=${seconds},v1=${told('v1')}`

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

test('the test vector of the page is what the service signs', () => {
  expect(signatureHeader([secret], body, new Date(seconds * 1_000))).toBe(header)
})

test('the Node snippet of the page takes what is signed, also beside another signature, and nothing else', async () => {
  const isSigned = await nodeSnippet()
  const raw = Buffer.from(body)
  expect(isSigned(secret, header, raw, seconds + 300)).toBe(true)
  expect(isSigned(secret, header.replace(',', ',v1=00,'), raw, seconds)).toBe(true)
  expect(isSigned(secret, header, raw, seconds + 301)).toBe(false)
  expect(isSigned(`${secret}x`, header, raw, seconds)).toBe(false)
  expect(isSigned(secret, header, Buffer.from(`${body} `), seconds)).toBe(false)
  expect(isSigned(secret, '', raw, seconds)).toBe(false)
})
