import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LocalServer } from '../../testing/fakes/local-server.ts'

const PROGRAM = join(import.meta.dirname, '../../../docs/assets/pix-listen.mjs')

test('if the server of the base URL answers without JSON, pix-listen ends and says to check the base URL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pix-listen-'))
  const server = new LocalServer()
  const origin = `http://127.0.0.1:${await server.start()}`
  const target = '--forward-to=http://127.0.0.1:9/hook'
  const args = [PROGRAM, `--base-url=${origin}`, target, `--state=${join(folder, 'state.json')}`]
  const child = spawn(process.execPath, args, { env: { PIX_API_KEY: 'any' } })
  try {
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining('answered, but not with JSON. Check the base URL'),
    ])
  } finally {
    child.kill('SIGKILL')
    server.stop()
    rmSync(folder, { recursive: true })
  }
})
