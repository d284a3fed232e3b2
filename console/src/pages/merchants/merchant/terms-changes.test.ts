import { expect, test } from 'vitest'
import { changedTermNames } from './terms-changes.ts'

const TERMS = {
  pixEnabled: true,
  feePercentBps: 200,
  feeFixedCents: '0',
  reserveBps: 0,
  reserveDays: 0,
  settlementDelayDays: 0,
  refundFeePolicy: 'prorata',
  disputePolicy: 'service_advances',
  payoutsByService: true,
  amountCeilingCents: null,
  readRate: 50,
  writeRate: 25,
  searchRate: 5,
  payoutsSuspended: false,
  bankAccount: null,
}

const changed = (after: object) => changedTermNames(TERMS, { ...TERMS, ...after }).map(([text]) => text)

test('the changes between two terms versions include limits, the bank account and the payout suspension', () => {
  expect(changed({ feePercentBps: 150, amountCeilingCents: '500' })).toEqual(['Tarifa', 'Maior cobrança'])
  expect(changed({ bankAccount: { id: 'a' } })).toEqual(['Conta para repasses'])
  expect(changed({ payoutsSuspended: true })).toEqual(['Repasses suspensos'])
  expect(changedTermNames({ ...TERMS, payoutsSuspended: true }, TERMS)).toEqual([
    ['Repasses retomados', 'Payouts resumed'],
  ])
  expect(changed({})).toEqual([])
})
