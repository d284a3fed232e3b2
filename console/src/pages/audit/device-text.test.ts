import { expect, test } from 'vitest'
import { deviceText } from './device-text.ts'

test('the device of a command is the command line, without the operator', () => {
  expect(deviceText({ actor: 'cli', userAgent: 'cli Nina' })).toEqual(['Linha de comando', 'Command line'])
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'Firefox · Linux'],
  ['curl/8', 'curl/8'],
  [null, '—'],
])('the device of a person with the user agent %s is %s', (userAgent, device) => {
  expect(deviceText({ actor: 'staff:1', userAgent })).toEqual([device, device])
})
