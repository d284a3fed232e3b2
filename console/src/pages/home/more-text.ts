import type { Language, Text } from '../../lib/text.ts'
import { formatCents } from '../../lib/values/money.ts'
import { attention as texts } from './attention-texts.ts'

/**
 * Returns which side of a difference has how much more. `differenceCents` is the amount at the network minus the
 * recorded amount.
 */
export function moreText(differenceCents: string, language: Language): Text {
  const cents = BigInt(differenceCents)
  return cents < 0n
    ? texts.recordsMore(formatCents(-cents, language))
    : texts.networkMore(formatCents(cents, language))
}
