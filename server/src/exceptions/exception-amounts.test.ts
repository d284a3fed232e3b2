import { expect, test } from 'vitest'
import { amountsOf } from './exception-amounts.ts'

test.each([
  ['amount_differs', { recorded_cents: '5000', listed_cents: '4999' }, 5_000n, 4_999n],
  ['missing_at_network', { recorded_cents: '5000', paid_at: '2026-01-01T00:00:00.000Z' }, 5_000n, 0n],
  ['payment_not_recorded', { received_cents: '5000' }, 0n, 5_000n],
  ['return_not_recorded', { received_cents: '700', recorded_cents: '700' }, 0n, -700n],
  ['return_differs', { recorded_cents: '700', network_cents: 'absent' }, -700n, 0n],
] as const)(
  'amountsOf(%s, %j) returns the recorded amount %s and the amount at the network %s',
  (kind, details, recorded, network) => {
    expect(amountsOf({ kind, details })).toEqual({ recordedCents: recorded, networkCents: network })
  },
)

test('amountsOf returns null for an exception without amounts', () => {
  expect(amountsOf({ kind: 'missing_at_network', details: {} })).toBeNull()
})
