import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import { DISPUTE_POLICIES } from '../merchants/merchant.entity.ts'

/** `returning` means that the dispute was accepted, but the return is not recorded yet. */
export const DISPUTE_STATUSES = ['open', 'returning', 'closed'] as const

export const DISPUTE_RESULTS = [
  'accepted',
  'partly_accepted',
  'rejected',
  'cancelled',
  'already_returned',
] as const
export type DisputeResult = (typeof DISPUTE_RESULTS)[number]

/**
 * `service` means that this service requests the return. `network` means that the PSP returns the money in its own
 * process (MED).
 */
export const RETURNED_BY = ['service', 'network'] as const
export type ReturnedBy = (typeof RETURNED_BY)[number]

const schema = defineEntity({
  name: 'Dispute',
  tableName: 'dispute',
  properties: {
    merchantId: p.uuid().primary(),
    caseId: p.uuid().primary(),
    paymentId: p.uuid(),
    chargeId: p.uuid().strictNullable(),
    /**
     * `staff` means opened by staff. `notice` means opened by a notice of the network. `network` means recorded because
     * of a return that the network had already made. A dispute of the origin `network` has no deadline.
     */
    origin: p.enum(['staff', 'network', 'notice'] as const),
    nature: p.text(),
    policy: p.enum(DISPUTE_POLICIES),
    status: p.enum(DISPUTE_STATUSES),
    description: p.text().strictNullable(),
    evidence: p.text().strictNullable(),
    evidenceAt: p.datetime(3).strictNullable(),
    /** When staff forwarded the current evidence to the PSP. */
    evidenceForwardedAt: p.datetime(3).strictNullable(),
    evidenceForwardedBy: p.text().strictNullable(),
    answerUntil: p.datetime(3),
    deadlineToldAt: p.datetime(3).strictNullable(),
    result: p.enum(DISPUTE_RESULTS).strictNullable(),
    decidedCents: p.bigint().strictNullable(),
    returnedBy: p.enum(RETURNED_BY).strictNullable(),
    returnedCents: p.bigint(),
    openedAt: p.datetime(3),
    decidedAt: p.datetime(3).strictNullable(),
    closedAt: p.datetime(3).strictNullable(),
    updatedAt: p.datetime(3),
  },
})

/** A payment that its payer disputes (MED). The case `caseId` holds the disputed money. */
export class Dispute extends schema.class {}
schema.setClass(Dispute)

/**
 * Returns the deadline for evidence. Returns null if the network had decided the dispute before the service learned of
 * the dispute.
 */
export const deadlineOf = ({ origin, answerUntil }: Pick<Dispute, 'origin' | 'answerUntil'>): Date | null =>
  origin === 'network' ? null : answerUntil

declare module '../kernel/database/tables.ts' {
  interface Tables {
    dispute: InferKyselyTable<typeof schema>
  }
}
