import { hostname, userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { operatorOfProcess } from './shell.ts'

test('the operator is the user of the operating system, under sudo after the user who called sudo', () => {
  const user = `${userInfo().username}@${hostname()}`
  expect(operatorOfProcess({})).toBe(user)
  expect(operatorOfProcess({ SUDO_USER: '' })).toBe(user)
  expect(operatorOfProcess({ SUDO_USER: 'ana' })).toBe(`ana (${user})`)
})
