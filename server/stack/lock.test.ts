import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AlreadyRunning, takeLock } from './lock.ts'
import { know, runs, type KnownProcess } from './processes.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pix-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function startSleeper(): KnownProcess {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' })
  const known = know('server', child.pid ?? 0)
  if (!known) throw new Error('sleep did not start')
  return known
}

const leave = (holder: KnownProcess, children: KnownProcess[]): void =>
  writeFileSync(join(folder, 'stack.json'), JSON.stringify({ holder, children }))

test('a second stack on the same data folder is told who has it', async () => {
  await takeLock(folder)
  await expect(takeLock(folder)).rejects.toThrow(AlreadyRunning)
  await expect(takeLock(folder)).rejects.toThrow(String(process.pid))
})

test('a data folder that was given back can be taken again', async () => {
  const lock = await takeLock(folder)
  lock.release()
  await expect(takeLock(folder)).resolves.toBeDefined()
})

test('what a killed stack left running is ended before its data folder is used again', async () => {
  const left = startSleeper()
  leave({ name: 'stack', pid: process.pid, started: 'before the last boot' }, [left])
  await takeLock(folder)
  expect(runs(left)).toBe(false)
})

test('a process that has the number of one of ours, and is another, is left alone', async () => {
  const other = startSleeper()
  leave({ name: 'stack', pid: process.pid, started: 'gone' }, [{ ...other, started: 'another time' }])
  await takeLock(folder)
  expect(runs(other)).toBe(true)
  process.kill(other.pid, 'SIGKILL')
})

test('half a file, of a stack killed while it wrote it, is no obstacle', async () => {
  writeFileSync(join(folder, 'stack.json'), '{"holder":')
  await takeLock(folder)
  expect(JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8'))).toMatchObject({
    holder: { pid: process.pid },
  })
})
