import { coverAvailable } from '../../src/cases/cover-available.ts'
import { openDispute } from '../../src/disputes/open-dispute.ts'
import { storeReturns } from '../../src/inbox/network-inbox.ts'
import { transaction } from '../../src/kernel/context.ts'
import { readBalance } from '../../src/ledger/balance.ts'
import { lockLedger, postEntries } from '../../src/ledger/post-entries.ts'
import { createMerchant } from '../../src/merchants/create-merchant.ts'
import { recordPayout } from '../../src/payouts/record-payout.ts'
import { reservePayout } from '../../src/payouts/reserve-payout.ts'
import { setBankAccount } from '../../src/payouts/set-bank-account.ts'
import type { NetworkPix } from '../../src/pix/provider.ts'
import { requestRefund } from '../../src/refunds/request-refund.ts'
import { ENDPOINTS_ACTIVE_MAX } from '../../src/webhooks/endpoints/endpoint.entity.ts'
import { changeEndpoint } from '../../src/webhooks/endpoints/change-endpoint.ts'
import { registerEndpoint } from '../../src/webhooks/endpoints/register-endpoint.ts'
import { networkIdOf } from '../../src/returns/network-return.ts'
import { requestWriteOff } from '../../src/write-offs/request-write-off.ts'
import { ChargeMaker, type PaidCharge } from './charge-maker.ts'
import { LOST, makeReturn, SLOW } from './instant-psp.ts'
import type { Lab } from './lab.ts'

const DEBT_CENTS = 30_000n
const DAY_MS = 86_400_000
const WEEK_SECONDS = 7 * 86_400
/** After this time the service asks the PSP again about a request without an answer. */
const CHECK_MS = 10_000
const BANK_ACCOUNT = {
  ispb: '12345678',
  branch: '1',
  account: '123456-7',
  type: 'checking' as const,
  holderName: 'Loja',
  holderDocument: '11444777000161',
}

/**
 * The states from which runs start. `solvent`: the merchant has available money. `disputed`: the merchant also has an
 * open dispute. `indebted`: the merchant has an open dispute and a debt, but no available money. `asked`: the indebted
 * merchant also has an open request to write off the debt.
 */
export type StateName = 'solvent' | 'disputed' | 'indebted' | 'asked'

/** The ids of the rows of a state, on which the use cases operate. */
export interface State {
  now: Date
  merchantId: string
  availableCents: bigint
  /** A paid charge whose money is available. */
  paid: PaidCharge
  /**
   * The payments that the PSP has received and not reported yet. These payments belong to an overdue charge, a pending
   * charge, a charge whose issuance is unknown, and the paid charge.
   */
  unreported: NetworkPix[]
  pendingChargeId: string
  reservedPayoutId: string
  /** The journal entry of a payout that was recorded. */
  payoutJournalId: string
  disputeId: string | undefined
  writeOffId: string | undefined
  disabledEndpointId: string
}

/** Creates a state in an empty database by calling use cases of the service. */
export async function prepareState(lab: Lab, name: StateName): Promise<State> {
  const { merchantId, disabledEndpointId } = await prepareMerchant(lab)
  const maker = new ChargeMaker(lab, merchantId)
  const overdue = maker.pay(await maker.create('overdue', 600))
  const [paid, disputed, returned, returning, unanswered] = [
    await maker.available('paid'),
    await maker.available('disputed'),
    await maker.available('returned'),
    await maker.available('returning'),
    await maker.available('unanswered'),
  ]
  await refund(lab, merchantId, returned)
  await refundSlowly(lab, merchantId, returning)
  await refund(lab, merchantId, unanswered, LOST)
  await maker.settled('settled')
  await maker.listed('listed')
  const payouts = await preparePayouts(lab, merchantId)
  lab.clock.advance(2 * DAY_MS)
  const pending = await maker.create('pending', WEEK_SECONDS)
  const lost = await maker.create('lost', WEEK_SECONDS, LOST)
  lab.clock.advance(CHECK_MS)
  const disputeId = name === 'solvent' ? undefined : await dispute(lab, merchantId, disputed)
  if (name === 'indebted' || name === 'asked') await indebt(lab, merchantId)
  const writeOffId = name === 'asked' ? await askWriteOff(lab, merchantId) : undefined
  const { availableCents } = await readBalance(lab.context('test'), merchantId)
  return {
    now: lab.clock.now(),
    merchantId,
    availableCents,
    paid,
    unreported: [overdue, maker.pay(pending), maker.pay(lost), maker.pay({ id: paid.chargeId })],
    pendingChargeId: pending.id,
    ...payouts,
    disputeId,
    writeOffId,
    disabledEndpointId,
  }
}

/**
 * Creates a merchant with a bank account. The number of active endpoints is one below the limit; one of them gets every
 * event. A further endpoint is disabled.
 */
async function prepareMerchant(lab: Lab): Promise<Pick<State, 'merchantId' | 'disabledEndpointId'>> {
  const ctx = lab.context('cli')
  const terms = { feePercentBps: 100, reserveBps: 1_000, reserveDays: 1 }
  const { id } = await createMerchant(ctx, { name: 'Loja', document: '12345678000195', terms })
  await setBankAccount(ctx, id, BANK_ACCOUNT)
  const disabled = await registerEndpoint(ctx, id, { url: 'https://loja.example/disabled', eventTypes: [] })
  await changeEndpoint(ctx, id, disabled.endpoint.id, { enabled: false })
  for (let n = 1; n < ENDPOINTS_ACTIVE_MAX; n++) {
    const eventTypes = n === 1 ? [] : ['balance.available']
    await registerEndpoint(ctx, id, { url: `https://loja.example/${n}`, eventTypes })
  }
  return { merchantId: id, disabledEndpointId: disabled.endpoint.id }
}

/**
 * Refunds a part of a charge. The PSP finishes the return at once, but the service has not yet compared the return with
 * the PSP's list.
 */
async function refund(
  lab: Lab,
  merchantId: string,
  { chargeId }: PaidCharge,
  description: string | null = null,
): Promise<string> {
  const input = {
    idempotencyKey: `refund-of-${chargeId}`,
    amountCents: 4_000n,
    reason: null,
    description,
    metadata: {},
  }
  const { refund: requested } = await requestRefund(lab.context('test'), { merchantId, chargeId }, input)
  return requested.id
}

/**
 * Refunds a part of a charge. The PSP has reported the finished return, but the service has not processed the report
 * yet.
 */
async function refundSlowly(lab: Lab, merchantId: string, charge: PaidCharge): Promise<void> {
  const id = await refund(lab, merchantId, charge, SLOW)
  const finished = makeReturn({ id: networkIdOf(id), amountCents: 4_000n }, 'DEVOLVIDO', lab.clock.now())
  await storeReturns(lab.context('network'), [{ ...charge, returns: [finished] }], 'callback')
}

async function preparePayouts(
  lab: Lab,
  merchantId: string,
): Promise<Pick<State, 'reservedPayoutId' | 'payoutJournalId'>> {
  const ctx = lab.context('staff:ana')
  const transfer = { externalReference: 'transfer-1', paidAt: lab.clock.now() }
  const { journalId } = await recordPayout(ctx, merchantId, { amountCents: 2_000n, ...transfer })
  if (journalId === null) throw new Error('BUG: the recorded payout has no journal entry')
  const reserved = { amountCents: 3_000n, idempotencyKey: 'reservation-1' }
  const { id } = await reservePayout(ctx, merchantId, reserved)
  return { reservedPayoutId: id, payoutJournalId: journalId }
}

async function dispute(lab: Lab, merchantId: string, { endToEndId }: PaidCharge): Promise<string> {
  const opened = { endToEndId, amountCents: null, nature: 'MED_FRAUDE', description: null }
  const { caseId } = await openDispute(lab.context('staff:ana'), merchantId, opened)
  return caseId
}

/** Posts a debt that takes all available money. */
async function indebt(lab: Lab, merchantId: string): Promise<void> {
  const ctx = lab.context('staff:ana')
  const entry = {
    eventType: 'gateway.receivable_created' as const,
    source: { type: 'gateway' as const, id: merchantId },
    dedupeKey: 'debt',
    economicAt: lab.clock.now(),
    lines: [
      { code: 'receivable' as const, debitCents: DEBT_CENTS },
      { code: 'bank' as const, creditCents: DEBT_CENTS },
    ],
  }
  await transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    await postEntries(tx, merchantId, [entry], now)
    await coverAvailable(tx, merchantId, now)
  })
}

/** Requests the write-off of the whole debt. Returns the request's id. */
async function askWriteOff(lab: Lab, merchantId: string): Promise<string> {
  const ctx = lab.context('staff:ana')
  const { owedToServiceCents } = await readBalance(ctx, merchantId)
  const { id } = await requestWriteOff(ctx, merchantId, {
    amountCents: owedToServiceCents,
    reason: 'falência',
  })
  return id
}
