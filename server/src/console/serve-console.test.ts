import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveConsole } from './serve-console.ts'

const SCRIPT = 'export const answer = 42\n'.repeat(100)

let folder: string
let baseUrl: string
const server = createServer()
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'))
  const assets = join(folder, 'assets')
  mkdirSync(assets)
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(assets, 'app-1a2b.js'), SCRIPT)
  writeFileSync(join(assets, 'app-1a2b.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(assets, 'app-1a2b.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(assets, 'tiny-3c4d.js'), SCRIPT)
  server.on('request', express().use(serveConsole(folder)))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('BUG: the server listens on no port')
  baseUrl = `http://127.0.0.1:${address.port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

async function get(path: string, headers: Record<string, string>) {
  const answer = await fetch(baseUrl + path, { headers })
  const text = await answer.text()
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
  return { status: answer.status, encoding: answer.headers.get('content-encoding'), type, text, answer }
}

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=0, identity', null],
  ['identity', null],
])(
  'a request with Accept-Encoding %s gets the script with Content-Encoding %s',
  async (accepted, encoding) => {
    const got = await get('/assets/app-1a2b.js', { 'accept-encoding': accepted })
    expect(got).toMatchObject({ status: 200, encoding, type: 'text/javascript', text: SCRIPT })
    expect(got.answer.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(got.answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  },
)

test('an uncompressed file, an unknown file and a matching ETag get 200, 404 and 304', async () => {
  const br = { 'accept-encoding': 'br' }
  expect(await get('/assets/tiny-3c4d.js', br)).toMatchObject({ status: 200, encoding: null, text: SCRIPT })
  expect((await get('/assets/gone.js', br)).status).toBe(404)
  const { answer } = await get('/assets/app-1a2b.js', br)
  const known = { ...br, 'if-none-match': answer.headers.get('etag') ?? '', 'cache-control': 'max-age=0' }
  expect(await get('/assets/app-1a2b.js', known)).toMatchObject({ status: 304, encoding: null, text: '' })
})
