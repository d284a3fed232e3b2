import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AlreadyRunning, acquireLock } from './lock.ts'
import { identifyProcess, isRunning, type ProcessIdentity } from './processes.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pix-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function startSleeper(): ProcessIdentity {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' })
  const known = identifyProcess('server', child.pid ?? 0)
  if (!known) throw new Error('sleep did not start')
  return known
}

const leave = (holder: ProcessIdentity, children: ProcessIdentity[]): void =>
  writeFileSync(join(folder, 'stack.json'), JSON.stringify({ holder, children }))

test('a second stack on the same data folder is told who has it', async () => {
  await acquireLock(folder)
  await expect(acquireLock(folder)).rejects.toThrow(AlreadyRunning)
  await expect(acquireLock(folder)).rejects.toThrow(String(process.pid))
})

test('a data folder that was given back can be taken again', async () => {
  const lock = await acquireLock(folder)
  lock.release()
  await expect(acquireLock(folder)).resolves.toBeDefined()
})

test('what a killed stack left running is ended before its data folder is used again', async () => {
  const left = startSleeper()
  leave({ name: 'stack', pid: process.pid, started: 'before the last boot' }, [left])
  await acquireLock(folder)
  expect(isRunning(left)).toBe(false)
})

test('a process that has the number of one of ours, and is another, is left alone', async () => {
  const other = startSleeper()
  leave({ name: 'stack', pid: process.pid, started: 'gone' }, [{ ...other, started: 'another time' }])
  await acquireLock(folder)
  expect(isRunning(other)).toBe(true)
  process.kill(other.pid, 'SIGKILL')
})

test('half a file, of a stack killed while it wrote it, is no obstacle', async () => {
  writeFileSync(join(folder, 'stack.json'), '{"holder":')
  await acquireLock(folder)
  expect(JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8'))).toMatchObject({
    holder: { pid: process.pid },
  })
})
