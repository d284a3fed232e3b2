import { hostname, userInfo } from 'node:os'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { operatorOfProcess, runAndPrint, type Shell } from './shell.ts'

test('the operator is the user of the operating system, under sudo after the user who called sudo', () => {
  const user = `${userInfo().username}@${hostname()}`
  expect(operatorOfProcess({})).toBe(user)
  expect(operatorOfProcess({ SUDO_USER: '' })).toBe(user)
  expect(operatorOfProcess({ SUDO_USER: 'ana' })).toBe(`ana (${user})`)
})

/** Returns the error that a command prints if its work throws `failure`. */
async function printed(failure: Error): Promise<string> {
  let text = ''
  const shell: Shell = {
    env: {},
    input: Readable.from([]),
    out: () => undefined,
    err: (line) => void (text += line),
    failed: false,
  }
  await runAndPrint(shell, {}, () => Promise.reject(failure))
  return text
}

test.each([
  [{ code: 'EPERM', syscall: 'open', path: '/a.pem' }, 'file: /a.pem cannot be opened'],
  [{ code: 'EPIPE', syscall: 'write' }, 'database: the database cannot be reached: check DATABASE_URL'],
  [{ code: 'ECONNRESET', syscall: 'read' }, 'database: the database cannot be reached: check DATABASE_URL'],
  [{ code: '53300' }, 'database: the database has no free connection (53300): try again'],
  [{ code: 'XX000' }, 'database: XX000'],
])('a command that failed with %j prints `%s`', async (members, message) => {
  expect(await printed(Object.assign(new Error('failed'), members))).toBe(`error: ${message}\n`)
})
