import { cancelCharge } from '../../src/charges/cancellation/cancel-charge.ts'
import { expireCharges } from '../../src/charges/cancellation/expire-charges.ts'
import { createCharge } from '../../src/charges/issuance/create-charge.ts'
import { resolveIssuance } from '../../src/charges/issuance/resolve-issuance.ts'
import { decideDispute } from '../../src/disputes/decide-dispute.ts'
import { applyNotices } from '../../src/disputes/notices/apply-notices.ts'
import { storeNotices } from '../../src/disputes/notices/store-notices.ts'
import { openDispute } from '../../src/disputes/open-dispute.ts'
import { storePayments } from '../../src/inbox/network-inbox.ts'
import { runReturns } from '../../src/jobs/run-returns.ts'
import { drainInbox } from '../../src/payments/drain-inbox.ts'
import type { NetworkPix } from '../../src/pix/provider.ts'
import { requestRefund } from '../../src/refunds/request-refund.ts'
import { requestReturns } from '../../src/returns/request-returns.ts'
import { settleReturns } from '../../src/returns/settle-returns.ts'
import { makeAvailable } from '../../src/settlements/make-available.ts'
import { releaseReserves } from '../../src/settlements/release-reserves.ts'
import { settleListed } from '../../src/settlements/settle-listed.ts'
import { changeEndpoint } from '../../src/webhooks/endpoints/change-endpoint.ts'
import { registerEndpoint } from '../../src/webhooks/endpoints/register-endpoint.ts'
import { chargeOf } from './charge-maker.ts'
import { PAYOUT_VERBS } from './payout-verbs.ts'
import type { Lab } from './lab.ts'
import type { Verb } from './verb.ts'

const BATCH = 100

const REFUND_REFUSALS = [
  'charge_not_refundable',
  'dispute_open',
  'refund_exceeds_remaining',
  'insufficient_balance',
]

const refundOf = (idempotencyKey: string, amountCents: bigint) => ({
  idempotencyKey,
  amountCents,
  reason: null,
  description: null,
  metadata: {},
})

const noticeOf = (endToEndId: string) => ({
  id: 'med1',
  endToEndId,
  valor: '100.00',
  natureza: 'MED_FRAUDE',
  status: 'ABERTA',
})

/** Returns a payment whose txid no charge has. */
const unknownPayment = (lab: Lab): NetworkPix => ({
  endToEndId: `E${'9'.repeat(31)}`,
  txid: 'f'.repeat(32),
  amountCents: 1_000n,
  paidAt: lab.clock.now(),
  returns: [],
  raw: {},
})

const CHARGE_VERBS: readonly Verb[] = [
  {
    name: 'create charge',
    refusals: [],
    run: (lab, { merchantId }) => createCharge(lab.context('test'), merchantId, chargeOf('new', 3_600)),
  },
  {
    name: 'record payments',
    refusals: [],
    run: async (lab, { unreported }) => {
      await storePayments(lab.context('network'), unreported, 'callback')
      return drainInbox(lab.context('job:inbox'), BATCH)
    },
  },
  {
    // A payment of an unknown charge belongs to the service, so one transaction records payments of two merchants.
    name: 'record payments of two merchants',
    refusals: [],
    run: async (lab, { unreported }) => {
      await storePayments(lab.context('network'), [...unreported, unknownPayment(lab)], 'callback')
      return drainInbox(lab.context('job:inbox'), BATCH)
    },
  },
  {
    name: 'expire charges',
    refusals: [],
    run: (lab) => expireCharges(lab.context('job:expiry'), BATCH),
  },
  {
    name: 'cancel charge',
    refusals: ['charge_not_cancellable'],
    run: (lab, { merchantId, pendingChargeId }) =>
      cancelCharge(lab.context('test'), merchantId, pendingChargeId, 'merchant'),
  },
  {
    name: 'resolve issuance',
    refusals: [],
    run: (lab) => resolveIssuance(lab.context('job:issuance'), BATCH),
  },
  {
    name: 'register endpoint',
    refusals: ['webhook_endpoint_limit'],
    run: (lab, { merchantId }) =>
      registerEndpoint(lab.context('test'), merchantId, { url: 'https://loja.example/new', eventTypes: [] }),
  },
  {
    name: 'enable endpoint',
    refusals: ['webhook_endpoint_limit'],
    run: (lab, { merchantId, disabledEndpointId }) =>
      changeEndpoint(lab.context('test'), merchantId, disabledEndpointId, { enabled: true }),
  },
]

const SETTLEMENT_VERBS: readonly Verb[] = [
  {
    name: 'settle payments',
    refusals: [],
    run: (lab) => settleListed(lab.context('job:settlement'), BATCH),
  },
  {
    name: 'make available',
    refusals: [],
    run: (lab) => makeAvailable(lab.context('job:available'), BATCH),
  },
  {
    name: 'release reserves',
    refusals: [],
    run: (lab) => releaseReserves(lab.context('job:reserve'), BATCH),
  },
]

const RETURN_VERBS: readonly Verb[] = [
  {
    name: 'request refund',
    refusals: REFUND_REFUSALS,
    run: (lab, { merchantId, paid: { chargeId } }, side) =>
      requestRefund(lab.context('test'), { merchantId, chargeId }, refundOf(`refund-${side}`, 6_000n)),
  },
  {
    name: 'repeat refund',
    refusals: REFUND_REFUSALS,
    run: (lab, { merchantId, paid: { chargeId } }) =>
      requestRefund(lab.context('test'), { merchantId, chargeId }, refundOf('refund-repeated', 3_000n)),
  },
  {
    name: 'finish returns',
    refusals: [],
    run: (lab) => runReturns(lab.context('job:returns'), BATCH),
  },
  {
    name: 'request returns',
    refusals: [],
    // `requestReturns` requests the returns of a batch concurrently, but an actor sends one SQL statement at a time.
    run: (lab) => requestReturns(lab.context('job:ask-returns'), 1),
  },
  {
    name: 'settle returns',
    refusals: [],
    run: (lab) => settleReturns(lab.context('job:return-settlement'), BATCH),
  },
  {
    name: 'open dispute',
    refusals: ['dispute_open', 'dispute_exceeds_remaining', 'nothing_to_dispute'],
    run: (lab, { merchantId, paid: { endToEndId } }) =>
      openDispute(lab.context('staff:ana'), merchantId, {
        endToEndId,
        amountCents: null,
        nature: 'MED_FRAUDE',
        description: null,
      }),
  },
  {
    name: 'apply notices',
    refusals: [],
    run: async (lab, { paid: { endToEndId } }) => {
      await storeNotices(lab.context('network'), { infracoes: [noticeOf(endToEndId)] })
      return applyNotices(lab.context('job:notices'), BATCH)
    },
  },
  {
    name: 'accept dispute',
    state: 'disputed',
    refusals: ['dispute_not_open', 'return_in_progress'],
    run: (lab, { merchantId, disputeId = '' }) =>
      decideDispute(
        lab.context('staff:ana'),
        { merchantId, caseId: disputeId },
        { kind: 'accepted', amountCents: null, returnedBy: 'service' },
        'analisada',
      ),
  },
  {
    name: 'reject dispute',
    state: 'disputed',
    refusals: ['dispute_not_open'],
    run: (lab, { merchantId, disputeId = '' }) =>
      decideDispute(
        lab.context('staff:ana'),
        { merchantId, caseId: disputeId },
        { kind: 'rejected' },
        'analisada',
      ),
  },
]

/** The use cases that move money, or that decide whether money may move. */
export const VERBS: readonly Verb[] = [...CHARGE_VERBS, ...SETTLEMENT_VERBS, ...RETURN_VERBS, ...PAYOUT_VERBS]
