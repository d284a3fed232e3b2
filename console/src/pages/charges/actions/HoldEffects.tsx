import type { HoldEffectFieldsFragment } from '../../../api/generated/graphql.ts'
import type { Text } from '../../../lib/text.ts'
import { formatCents } from '../../../lib/values/money.ts'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import { chargeActions as texts } from './texts.ts'

/**
 * Says from which positions a hold takes how many reais. If the effect is null, the hold does not change the merchant's
 * balance. With `amountCents`, also says how much of that amount a refund in progress blocks already.
 */
export function HoldEffects(props: { effect: HoldEffectFieldsFragment | null; amountCents?: string }) {
  const t = useText()
  const { language } = usePreferences()
  const { effect, amountCents } = props
  if (effect === null) return t(texts.noEffect)
  const parts: [cents: string, text: (amount: string) => Text][] = [
    [effect.fromPendingCents, texts.fromPending],
    [effect.fromAvailableCents, texts.fromAvailable],
    [effect.fromReserveCents, texts.fromReserve],
    [effect.fromFeeCents, texts.fromFee],
    [effect.shortCents, texts.short],
  ]
  const heldCents = parts.reduce((sum, [cents]) => sum + BigInt(cents), 0n)
  const coveredCents = amountCents === undefined ? 0n : BigInt(amountCents) - heldCents
  if (coveredCents > 0n) parts.push([coveredCents.toString(), texts.coveredByReturn])
  return parts
    .filter(([cents]) => cents !== '0')
    .map(([cents, text]) => t(text(formatCents(cents, language))))
    .join('; ')
}
