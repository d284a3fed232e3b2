import { expect, test } from 'vitest'
import { fileNameOf } from './download.ts'

test('the encoded file name has precedence over the plain file name, and without both the name is `export`', () => {
  expect(fileNameOf('attachment; filename="nota.pdf"')).toBe('nota.pdf')
  expect(
    fileNameOf(`attachment; filename="defesa.pdf"; filename*=UTF-8''comprovante%20n%C2%BA%201.pdf`),
  ).toBe('comprovante nº 1.pdf')
  expect(fileNameOf('attachment')).toBe('export')
})

test('a plain file name without quotation marks is read', () => {
  expect(fileNameOf('attachment; filename=nota.pdf')).toBe('nota.pdf')
  expect(fileNameOf('attachment; filename=nota.pdf; size=3')).toBe('nota.pdf')
})
