import { expect, test } from 'vitest'
import {
  amountForInput,
  formatBps,
  formatCents,
  formatChange,
  parseAmount,
  parsePercent,
  percentForInput,
  sharePercent,
} from './money.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('centavos are formatted as reais in both languages', () => {
  expect(plain(formatCents('123450', 'pt-BR'))).toBe('R$ 1.234,50')
  expect(plain(formatCents(123450n, 'en'))).toBe('R$1,234.50')
  expect(plain(formatCents('7', 'pt-BR'))).toBe('R$ 0,07')
})

test('an amount above 2^53 centavos is formatted exactly', () => {
  expect(plain(formatCents('12345678901234567891', 'pt-BR'))).toBe('R$ 123.456.789.012.345.678,91')
})

test('a debit has a minus sign, a credit in a list of movements has a plus sign, and zero has no sign', () => {
  expect(plain(formatCents('-5', 'pt-BR'))).toBe('-R$ 0,05')
  expect(plain(formatCents('-5200', 'en', 'always'))).toBe('-R$52.00')
  expect(plain(formatCents('9800', 'pt-BR', 'always'))).toBe('+R$ 98,00')
  expect(plain(formatCents('-0', 'pt-BR', 'always'))).toBe('R$ 0,00')
})

test('a debit is in parentheses without a minus sign when the person prefers parentheses', () => {
  expect(plain(formatCents('-123450', 'pt-BR', 'always', 'parentheses'))).toBe('(R$ 1.234,50)')
  expect(plain(formatCents('-5', 'en', 'auto', 'parentheses'))).toBe('(R$0.05)')
  expect(plain(formatCents('5', 'pt-BR', 'always', 'parentheses'))).toBe('+R$ 0,05')
  expect(plain(formatCents('-0', 'pt-BR', 'auto', 'parentheses'))).toBe('R$ 0,00')
})

test('formatCents throws when the text is not a whole number of centavos', () => {
  expect(() => formatCents('10.5', 'pt-BR')).toThrow(SyntaxError)
})

test('basis points are formatted as a percentage', () => {
  expect(formatBps(200, 'pt-BR')).toBe('2,00%')
  expect(formatBps(1099, 'en')).toBe('10.99%')
})

test.each([
  ['1.234,56', 123456n],
  ['1234,56', 123456n],
  ['R$ 1.234,56', 123456n],
  ['R$\u00a010', 1000n],
  ['0,5', 50n],
  ['12.345.678,90', 1234567890n],
])('«%s» typed in Portuguese is %s centavos', (typed, cents) => {
  expect(parseAmount(typed, 'pt-BR')).toEqual({ kind: 'cents', cents })
})

test('a typed amount is ambiguous when its separator could mean thousands or decimals', () => {
  expect(parseAmount('1.234', 'pt-BR')).toEqual({ kind: 'ambiguous' })
  expect(parseAmount('10.50', 'pt-BR')).toEqual({ kind: 'ambiguous' })
  expect(parseAmount('1,234', 'en')).toEqual({ kind: 'ambiguous' })
})

test('a typed amount with letters, a sign, misplaced separators or too many digits is invalid, and a blank one is empty', () => {
  for (const typed of ['abc', '-5', '1,234,5', '1,005', '1..2', '1'.repeat(17)])
    expect(parseAmount(typed, 'pt-BR').kind).toBe('invalid')
  expect(parseAmount('  ', 'pt-BR')).toEqual({ kind: 'empty' })
})

test('an amount that is formatted for an input is parsed to the same centavos', () => {
  for (const cents of [0n, 5n, 1000n, 123456n, 999999999999n])
    for (const language of ['pt-BR', 'en'] as const)
      expect(parseAmount(amountForInput(cents, language), language)).toEqual({ kind: 'cents', cents })
})

test('sharePercent of a total of zero or less is 0', () => {
  expect(sharePercent('25', '100')).toBe(25)
  expect(sharePercent('25', '0')).toBe(0)
  expect(sharePercent('25', '-10')).toBe(0)
})

test('a percentage of 0 to 100 with two decimals is parsed into basis points', () => {
  expect(parsePercent('2,5', 'pt-BR')).toBe(250)
  expect(parsePercent('1.25 %', 'en')).toBe(125)
  expect(parsePercent(percentForInput(10_000, 'pt-BR'), 'pt-BR')).toBe(10_000)
  for (const typed of ['', '100,01', '1,234', '-1', 'R$ 2,00'])
    expect(parsePercent(typed, 'pt-BR')).toBeNull()
})

test.each([
  ['1250', '1000', '+25,0%'],
  ['-500', '1000', '-150,0%'],
  ['-1500', '-1000', '-50,0%'],
  ['1000', '1000', '0,0%'],
])('the change from %s compared with %s is %s', (now, before, change) => {
  expect(formatChange(now, before, 'pt-BR')).toBe(change)
})

test('a change from zero has no percentage', () => {
  expect(formatChange('1000', '0', 'en')).toBeNull()
})
