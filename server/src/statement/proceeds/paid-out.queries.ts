import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'
import { partOf } from '../../payouts/lines/payout-ranges.ts'

/** The part of a charge's money that one payout transferred to the bank account. */
export interface PaidOutPart {
  chargeId: string
  payoutId: string
  /** The bank's reference of the payout. */
  reference: string
  paidAt: Date
  /** The actor that recorded the payout. */
  recordedBy: string
  /** The transferred amount; negative when the payout contains a debit of the charge, for example its refund. */
  amountCents: bigint
}

/**
 * Lists the payouts that transferred the money of these charges of one merchant, the oldest payout first. Every payout
 * has ranges of line numbers. For each line of the charges, the query finds the range that contains this line by its
 * number (`account_version`). The duration of the query therefore does not depend on the number of other lines and
 * payouts.
 */
export async function listPaidOut(
  ctx: Context,
  merchantId: string,
  chargeIds: readonly string[],
): Promise<PaidOutPart[]> {
  const lines = await selectPaidLines(ctx, merchantId, chargeIds)
    .orderBy('o.paid_at')
    .orderBy('o.entry_seq')
    .execute()
  const byLine = Map.groupBy(lines, ({ chargeId, payoutId, version }) =>
    [chargeId, payoutId, version].join('/'),
  )
  const parts = new Map<string, PaidOutPart>()
  for (const ranges of byLine.values()) {
    const [line] = ranges
    if (!line) continue
    const amountCents = partOf(ranges.map(rangeOf), line)
    const key = `${line.chargeId}/${line.payoutId}`
    const earlierCents = parts.get(key)?.amountCents ?? 0n
    const { chargeId, payoutId, reference, paidAt, recordedBy } = line
    parts.set(key, {
      chargeId,
      payoutId,
      reference,
      paidAt,
      recordedBy,
      amountCents: earlierCents + amountCents,
    })
  }
  return Array.from(parts.values())
}

interface RangeColumns {
  fromVersion: bigint
  fromCents: bigint
  toVersion: bigint
  toCents: bigint
}

const rangeOf = ({ fromVersion, fromCents, toVersion, toCents }: RangeColumns) => ({
  from: { version: fromVersion, cents: fromCents },
  to: { version: toVersion, cents: toCents },
})

/**
 * Selects the lines of charges in the ledger account `available`, each with every range of a payout that contains a
 * part of the line. The first such range starts at or before the line, and the other ranges start within the line.
 */
function selectPaidLines(ctx: Context, merchantId: string, chargeIds: readonly string[]) {
  return db(ctx)
    .selectFrom('journal_line as l')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom(
            eb
              .selectFrom('payout_line_range as r')
              .selectAll('r')
              .whereRef('r.merchant_id', '=', 'l.merchant_id')
              .where(
                sql<boolean>`(${sql.ref('r.from_version')}, ${sql.ref('r.from_cents')}) <= (${sql.ref('l.account_version')}, 0)`,
              )
              .orderBy('r.from_version', 'desc')
              .orderBy('r.from_cents', 'desc')
              .limit(1)
              .as('start'),
          )
          .selectAll('start')
          .unionAll(
            eb
              .selectFrom('payout_line_range as s')
              .selectAll('s')
              .whereRef('s.merchant_id', '=', 'l.merchant_id')
              .whereRef('s.from_version', '=', 'l.account_version')
              .where('s.from_cents', '>', 0n),
          )
          .as('range'),
      (join) => join.onTrue(),
    )
    .innerJoin('payout as o', (join) =>
      join.onRef('o.merchant_id', '=', 'l.merchant_id').onRef('o.id', '=', 'range.payout_id'),
    )
    .select([
      'l.charge_id as chargeId',
      'l.account_version as version',
      'l.amount_cents as amountCents',
      'range.from_version as fromVersion',
      'range.from_cents as fromCents',
      'range.to_version as toVersion',
      'range.to_cents as toCents',
      'o.id as payoutId',
      'o.external_reference as reference',
      'o.paid_at as paidAt',
      'o.created_by as recordedBy',
    ])
    .where('l.merchant_id', '=', merchantId)
    .where('l.charge_id', '=', anyUuid(chargeIds))
    .where('l.account_code', '=', 'available')
    .where('l.payout_id', 'is', null)
    .$narrowType<{ chargeId: string; toVersion: bigint; toCents: bigint; reference: string; paidAt: Date }>()
}
