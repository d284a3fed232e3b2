import { expect, test } from 'vitest'
import { formatBytes } from './file-size.ts'

test('the size of a file is rounded up to a whole unit', () => {
  expect(formatBytes(1, 'en')).toBe('1 byte')
  expect(formatBytes(512, 'en')).toBe('512 bytes')
  expect(formatBytes(12_345, 'pt-BR')).toBe('13 KiB')
  expect(formatBytes(10 * 1024 * 1024, 'en')).toBe('10 MiB')
})
