import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startChild } from './child.ts'

const folder = mkdtempSync(join(tmpdir(), 'pix-child-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program that listens, logs a warning, and then logs 20 lines at level info. */
const PROGRAM = `
  const log = (level, msg) => console.log(JSON.stringify({ level, msg }))
  log(30, 'listening')
  log(40, 'old warning')
  for (let n = 1; n <= 20; n += 1) log(30, 'line ' + n)
`

test('the message about an ended process contains the last lines of its log, not its old warnings', async () => {
  const child = await startChild({
    name: 'server',
    args: ['--eval', PROGRAM],
    env: {},
    cwd: folder,
    logFile: join(folder, 'server.log'),
    signal: new AbortController().signal,
    onError: () => {},
  })
  const last = Array.from({ length: 15 }, (_, index) => `{"level":30,"msg":"line ${index + 6}"}`)
  const title = `The server ended with code 0. Its log: ${join(folder, 'server.log')}`
  expect(await child.exited).toBe([title, ...last].join('\n'))
})
