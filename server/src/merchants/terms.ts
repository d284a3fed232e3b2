import { z } from 'zod'
import { fault, Faults } from '../kernel/input/faults.ts'
import { DISPUTE_POLICIES, REFUND_FEE_POLICIES, type Merchant } from './merchant.entity.ts'

/**
 * The contract terms of a merchant. A new charge copies the current terms and keeps this copy when the merchant's terms
 * change.
 */
export type MerchantTerms = Pick<Merchant, (typeof TERM_NAMES)[number]>

export const TERM_NAMES = [
  'pixEnabled',
  'feePercentBps',
  'feeFixedCents',
  'reserveBps',
  'reserveDays',
  'settlementDelayDays',
  'refundFeePolicy',
  'disputePolicy',
  'amountCeilingCents',
  'writeRate',
  'readRate',
  'searchRate',
  'payoutsByService',
  'payoutsSuspended',
  'bankAccountId',
] as const satisfies readonly (keyof Merchant)[]

/**
 * The default terms of a new merchant. Rate limits are in calls per second; a burst may be `BURST_FACTOR` times as
 * large.
 */
export const DEFAULT_TERMS: MerchantTerms = {
  pixEnabled: true,
  feePercentBps: 200,
  feeFixedCents: 0n,
  reserveBps: 0,
  reserveDays: 0,
  settlementDelayDays: 0,
  refundFeePolicy: 'prorata',
  disputePolicy: 'service_advances',
  amountCeilingCents: null,
  writeRate: 25,
  readRate: 50,
  searchRate: 5,
  payoutsByService: true,
  payoutsSuspended: false,
  bankAccountId: null,
}

/** The size of the largest burst as a multiple of the rate per second. */
export const BURST_FACTOR = 2

const CENTS_MAX = 10n ** 18n
const RATE_MAX = 1_000_000

const whole = (min: number, max: number) =>
  z
    .number()
    .int()
    .refine((value) => value >= min && value <= max, { params: fault('out_of_range') })

const cents = (min: bigint) =>
  z.bigint().refine((value) => value >= min && value <= CENTS_MAX, { params: fault('out_of_range') })

const Terms = z.strictObject({
  pixEnabled: z.boolean(),
  feePercentBps: whole(0, 10_000),
  feeFixedCents: cents(0n),
  reserveBps: whole(0, 10_000),
  reserveDays: whole(0, 3_650),
  settlementDelayDays: whole(0, 365),
  refundFeePolicy: z.enum(REFUND_FEE_POLICIES),
  disputePolicy: z.enum(DISPUTE_POLICIES),
  amountCeilingCents: cents(1n).nullable(),
  writeRate: whole(1, RATE_MAX),
  readRate: whole(1, RATE_MAX),
  searchRate: whole(1, RATE_MAX),
  payoutsByService: z.boolean(),
  payoutsSuspended: z.boolean(),
  bankAccountId: z.uuid().nullable(),
})

/** A change of some terms. An undefined value means the same as an absent value. */
export type TermsPatch = { [Name in keyof MerchantTerms]?: MerchantTerms[Name] | undefined }

/** Merges a patch into the current terms. @throws Problem validation_error with the invalid fields. */
export function mergeTerms(current: MerchantTerms, patch: TermsPatch): MerchantTerms {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined)
  const faults = new Faults()
  const read = faults.read(Terms, { ...termsOf(current), ...Object.fromEntries(given) })
  faults.throwIfAny()
  if (!read) throw new Error('BUG: mergeTerms: validation failed but reported no field')
  return read.value
}

/** Returns only the terms of a merchant. */
export function termsOf(merchant: MerchantTerms): MerchantTerms {
  return {
    pixEnabled: merchant.pixEnabled,
    feePercentBps: merchant.feePercentBps,
    feeFixedCents: merchant.feeFixedCents,
    reserveBps: merchant.reserveBps,
    reserveDays: merchant.reserveDays,
    settlementDelayDays: merchant.settlementDelayDays,
    refundFeePolicy: merchant.refundFeePolicy,
    disputePolicy: merchant.disputePolicy,
    amountCeilingCents: merchant.amountCeilingCents,
    writeRate: merchant.writeRate,
    readRate: merchant.readRate,
    searchRate: merchant.searchRate,
    payoutsByService: merchant.payoutsByService,
    payoutsSuspended: merchant.payoutsSuspended,
    bankAccountId: merchant.bankAccountId,
  }
}

/** The terms as JSON. Amounts are strings. */
export type AuditedTerms = Omit<MerchantTerms, 'feeFixedCents' | 'amountCeilingCents'> & {
  feeFixedCents: string
  amountCeilingCents: string | null
}

/** Converts terms to JSON for the audit log: amounts become strings. */
export function termsForAudit(terms: MerchantTerms): AuditedTerms {
  return {
    ...terms,
    feeFixedCents: String(terms.feeFixedCents),
    amountCeilingCents: terms.amountCeilingCents?.toString() ?? null,
  }
}
