import { txidOf } from '../../src/charges/charge.entity.ts'
import { createCharge } from '../../src/charges/issuance/create-charge.ts'
import { storePayments } from '../../src/inbox/network-inbox.ts'
import { recordListing } from '../../src/inbox/record-listing.ts'
import { drainInbox } from '../../src/payments/drain-inbox.ts'
import { DEFAULT_PIX_ACCOUNT } from '../../src/pix/pix-accounts.ts'
import type { NetworkPix } from '../../src/pix/provider.ts'
import { makeAvailable } from '../../src/settlements/make-available.ts'
import { settleListed } from '../../src/settlements/settle-listed.ts'
import type { Lab } from './lab.ts'

/** The amount of each charge in centavos. */
export const AMOUNT_CENTS = 10_000n

const BATCH = 100
const STEP_MS = 1_000

/** The payment of a charge, as the PSP reports it. */
export type PaidCharge = NetworkPix & { chargeId: string }

/** Returns the input of a charge. The order reference is also the idempotency key. */
export const chargeOf = (
  orderReference: string,
  expiresInSeconds: number,
  description: string | null = null,
) => ({
  idempotencyKey: `key-of-${orderReference}`,
  orderReference,
  amountCents: AMOUNT_CENTS,
  description,
  payer: { name: 'Maria', document: '12345678909', email: 'm@x.co', phone: '11987654321' },
  expiresInSeconds,
  metadata: {},
})

/** Creates charges of a merchant and moves them through their states. */
export class ChargeMaker {
  readonly #lab: Lab
  readonly #merchantId: string
  #paymentsCount = 0

  constructor(lab: Lab, merchantId: string) {
    this.#lab = lab
    this.#merchantId = merchantId
  }

  async create(
    orderReference: string,
    expiresInSeconds = 3_600,
    description: string | null = null,
  ): Promise<{ id: string }> {
    this.#lab.clock.advance(STEP_MS)
    const input = chargeOf(orderReference, expiresInSeconds, description)
    const { charge } = await createCharge(this.#lab.context('test'), this.#merchantId, input)
    return charge
  }

  /** Pays a charge at the PSP. The service does not know the payment yet. */
  pay({ id }: { id: string }): PaidCharge {
    this.#paymentsCount += 1
    const endToEndId = `E${String(this.#paymentsCount).padStart(31, '0')}`
    const paidAt = this.#lab.clock.now()
    return {
      chargeId: id,
      endToEndId,
      txid: txidOf(id),
      amountCents: AMOUNT_CENTS,
      paidAt,
      returns: [],
      raw: {},
    }
  }

  /** Creates a charge whose payment is recorded. */
  async recorded(orderReference: string): Promise<PaidCharge> {
    const payment = this.pay(await this.create(orderReference))
    await storePayments(this.#lab.context('network'), [payment], 'callback')
    await drainInbox(this.#lab.context('job:inbox'), BATCH)
    return payment
  }

  /** Creates a charge whose payment is recorded and in the list of the PSP, but not settled. */
  async listed(orderReference: string): Promise<PaidCharge> {
    const payment = await this.recorded(orderReference)
    await recordListing(this.#lab.context('job:sweep'), DEFAULT_PIX_ACCOUNT, [payment])
    return payment
  }

  /** Creates a charge whose payment is settled, and whose money is pending. */
  async settled(orderReference: string): Promise<PaidCharge> {
    const payment = await this.listed(orderReference)
    await settleListed(this.#lab.context('job:settlement'), BATCH)
    return payment
  }

  /** Creates a charge whose money is available. */
  async available(orderReference: string): Promise<PaidCharge> {
    const payment = await this.settled(orderReference)
    await makeAvailable(this.#lab.context('job:available'), BATCH)
    return payment
  }
}
