import { named } from '../../../lib/i18n/people/audit.ts'
import type { Language, Text } from '../../../lib/text.ts'
import { formatCents } from '../../../lib/values/money.ts'
import { disputeOfCharge, disputeOfOther, obstacle } from './texts.ts'

/** A reason why payouts are suspended. `dispute` is null for other reasons, and for people who may not read cases. */
interface Obstacle {
  code: string
  dispute: { amountCents: string; chargeId: string | null } | null
}

/**
 * Returns why payouts are suspended. The text says whether a dispute is of the shown charge. The text for a dispute of
 * another charge ends with the word for order, after which the page names the order.
 */
export function obstacleText(chargeId: string, { code, dispute }: Obstacle, language: Language): Text {
  if (!dispute?.chargeId) return named(obstacle, code)
  const textOf = dispute.chargeId === chargeId ? disputeOfCharge : disputeOfOther
  return textOf(formatCents(dispute.amountCents, language))
}
