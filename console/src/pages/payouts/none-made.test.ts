import { expect, test } from 'vitest'
import { rangeName } from '../../lib/i18n/search/filters.ts'
import { payouts } from './texts.ts'

test('the text of a period without payouts has the period in lower case in parentheses', () => {
  expect(payouts.noneMade(rangeName('30d'))).toEqual([
    'Nenhum repasse feito no período (últimos 30 dias).',
    'No payouts in the selected period (last 30 days).',
  ])
})
