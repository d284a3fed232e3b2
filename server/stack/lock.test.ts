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
  if (!known) throw new Error('the program `sleep` did not start')
  return known
}

const writeLockFile = (holder: ProcessIdentity, children: ProcessIdentity[]): void =>
  writeFileSync(join(folder, 'stack.json'), JSON.stringify({ holder, children }))

test('acquiring the lock of a locked data folder throws AlreadyRunning with the process id of the holder', async () => {
  await acquireLock(folder)
  await expect(acquireLock(folder)).rejects.toThrow(AlreadyRunning)
  await expect(acquireLock(folder)).rejects.toThrow(String(process.pid))
})

test('a released lock of a data folder can be acquired again', async () => {
  const lock = await acquireLock(folder)
  lock.release()
  await expect(acquireLock(folder)).resolves.toBeDefined()
})

test('acquiring the lock of a killed stack ends its remaining processes', async () => {
  const leftover = startSleeper()
  writeLockFile({ name: 'stack', pid: process.pid, started: 'before the last boot' }, [leftover])
  await acquireLock(folder)
  expect(isRunning(leftover)).toBe(false)
})

test('a process that only reuses the process id of a leftover process is not ended', async () => {
  const other = startSleeper()
  writeLockFile({ name: 'stack', pid: process.pid, started: 'gone' }, [{ ...other, started: 'another time' }])
  await acquireLock(folder)
  expect(isRunning(other)).toBe(true)
  process.kill(other.pid, 'SIGKILL')
})

test('a truncated lock file does not prevent acquiring the lock', async () => {
  writeFileSync(join(folder, 'stack.json'), '{"holder":')
  await acquireLock(folder)
  expect(JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8'))).toMatchObject({
    holder: { pid: process.pid },
  })
})
