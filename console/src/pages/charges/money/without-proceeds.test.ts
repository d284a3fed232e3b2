import { expect, test } from 'vitest'
import { money as texts } from './texts.ts'
import { withoutProceeds } from './without-proceeds.ts'

const payment = { classification: 'after_final' }

test('a closed charge with a payment that was not accepted says that no payment was accepted', () => {
  expect(withoutProceeds({ expectedSale: null, payments: [payment] }, 'en')).toBe(texts.noneAccepted)
})

test('a closed charge without payments says that there is no paid sale', () => {
  expect(withoutProceeds({ expectedSale: null, payments: [] }, 'en')).toBe(texts.neverPaid)
})

test('an open charge says how much the merchant gets if the charge is paid', () => {
  const expectedSale = { feeCents: '200', netCents: '9800', reserveCents: '490' }
  for (const payments of [[], [payment]])
    expect(withoutProceeds({ expectedSale, payments }, 'en')[1]).toBe(
      'If paid: R$98.00 to the merchant (less the fee R$2.00; includes the reserve R$4.90)',
    )
})
