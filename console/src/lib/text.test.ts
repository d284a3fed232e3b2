import { expect, test } from 'vitest'
import { counted, isLanguage, textIn } from './text.ts'

const fresh = (count: number) =>
  counted(count, ['# cobrança nova', '# cobranças novas'], ['# new', '# new ones'])

test('counted selects the singular only for the number one', () => {
  expect(textIn(fresh(1), 'pt-BR')).toBe('1 cobrança nova')
  expect(textIn(fresh(0), 'pt-BR')).toBe('0 cobranças novas')
  expect(textIn(fresh(0), 'en')).toBe('0 new ones')
  expect(textIn(fresh(1200), 'pt-BR')).toBe('1.200 cobranças novas')
})

test('isLanguage accepts only the languages of the console', () => {
  expect(isLanguage('pt-BR')).toBe(true)
  expect(isLanguage('pt')).toBe(false)
  expect(isLanguage(null)).toBe(false)
})
