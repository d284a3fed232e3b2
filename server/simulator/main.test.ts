import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { KEEP_ALIVE_MS } from './http.ts'

/** Runs the simulator in a separate process with only these environment variables. */
function run(env: Record<string, string>) {
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  return {
    child,
    lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](),
    ended: once(child, 'exit'),
  }
}

test('the process logs its ports and answers calls, and exits with 0 on SIGTERM without waiting for idle connections', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'simulator-'))
  const credentials = { SIMULATOR_CLIENT_ID: 'service', SIMULATOR_CLIENT_SECRET: 'secret' }
  const { child, lines, ended } = run({
    ...credentials,
    SIMULATOR_PORT: '0',
    INBOX_PORT: '0',
    DATA_DIR: directory,
  })
  const listening: unknown = JSON.parse(String((await lines.next()).value))
  expect(listening).toEqual({ msg: 'listening', port: expect.any(Number), inbox_port: expect.any(Number) })
  const { port } = z.object({ port: z.number() }).parse(listening)
  expect((await fetch(`http://127.0.0.1:${port}/simulator/cobs`)).status).toBe(200)
  const before = performance.now()
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(performance.now() - before).toBeLessThan(KEEP_ALIVE_MS)
  rmSync(directory, { recursive: true })
})

test('without credentials, the process exits with 1 and names the missing settings', async () => {
  const { lines, ended } = run({})
  expect(String((await lines.next()).value)).toMatch(/SIMULATOR_CLIENT_ID.*SIMULATOR_CLIENT_SECRET/)
  expect(await ended).toEqual([1, null])
})
