import { cancelPayout } from '../../src/payouts/cancel-payout.ts'
import { completePayout } from '../../src/payouts/complete-payout.ts'
import { recordPayout } from '../../src/payouts/record-payout.ts'
import { reservePayout } from '../../src/payouts/reserve-payout.ts'
import { reverseJournalEntry } from '../../src/payouts/reverse-journal-entry.ts'
import { suspendPayouts } from '../../src/suspension/suspend-payouts.ts'
import { agreeToWriteOff, refuseWriteOff } from '../../src/write-offs/decide-write-off.ts'
import { requestWriteOff } from '../../src/write-offs/request-write-off.ts'
import type { State } from './states.ts'
import type { Verb } from './verb.ts'

const PAYOUT_REFUSALS = ['payouts_suspended', 'insufficient_balance']
const ENDED = ['payout_not_reserved']
const DECIDED = ['write_off_decided', 'more_than_owed']

/** The available money that remains after a payout. This amount is less than the amount of a refund. */
const LEFT_CENTS = 5_000n

/**
 * Returns the amount of a payout. The remaining available money suffices neither for a refund nor for another payout.
 */
const most = ({ availableCents }: State): bigint =>
  availableCents > LEFT_CENTS ? availableCents - LEFT_CENTS : 1n

/** The use cases for payouts and write-offs. */
export const PAYOUT_VERBS: readonly Verb[] = [
  {
    name: 'reserve payout',
    refusals: PAYOUT_REFUSALS,
    run: (lab, state, side) =>
      reservePayout(lab.context('staff:ana'), state.merchantId, {
        amountCents: most(state),
        idempotencyKey: `reserve-${side}`,
      }),
  },
  {
    name: 'record payout',
    refusals: [...PAYOUT_REFUSALS, 'external_reference_in_use'],
    run: (lab, state) =>
      recordPayout(lab.context('cli'), state.merchantId, {
        amountCents: most(state),
        externalReference: 'transfer-2',
        paidAt: lab.clock.now(),
      }),
  },
  {
    name: 'complete payout',
    refusals: [...ENDED, 'external_reference_in_use'],
    run: (lab, { merchantId, reservedPayoutId }) =>
      completePayout(lab.context('staff:ana'), merchantId, reservedPayoutId, {
        externalReference: 'transfer-3',
        paidAt: lab.clock.now(),
      }),
  },
  {
    name: 'cancel payout',
    refusals: ENDED,
    run: (lab, { merchantId, reservedPayoutId }) =>
      cancelPayout(lab.context('staff:ana'), merchantId, reservedPayoutId, 'desistência'),
  },
  {
    name: 'reverse payout',
    refusals: ['already_reversed', 'position_would_be_negative'],
    run: (lab, { merchantId, payoutJournalId }) =>
      reverseJournalEntry(lab.context('staff:ana'), merchantId, payoutJournalId, 'devolvida pelo banco'),
  },
  {
    name: 'suspend payouts',
    refusals: [],
    run: (lab, { merchantId }) => suspendPayouts(lab.context('staff:ana'), merchantId, 'suspeita'),
  },
  {
    name: 'request write-off',
    state: 'indebted',
    refusals: ['more_than_owed', 'write_off_already_asked'],
    run: (lab, { merchantId }) =>
      requestWriteOff(lab.context('staff:ana'), merchantId, { amountCents: 100n, reason: 'falência' }),
  },
  {
    name: 'agree to write-off',
    state: 'asked',
    refusals: DECIDED,
    run: (lab, { merchantId, writeOffId = '' }) =>
      agreeToWriteOff(lab.context('staff:bia'), merchantId, writeOffId),
  },
  {
    name: 'refuse write-off',
    state: 'asked',
    refusals: DECIDED,
    run: (lab, { merchantId, writeOffId = '' }) =>
      refuseWriteOff(lab.context('staff:bia'), merchantId, writeOffId, 'ainda deve'),
  },
]
