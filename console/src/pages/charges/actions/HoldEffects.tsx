import type { HoldEffectFieldsFragment } from '../../../api/generated/graphql.ts'
import { textIn, type Language, type Text } from '../../../lib/text.ts'
import { formatCents } from '../../../lib/values/money.ts'
import { usePreferences } from '../../../ui/preferences.tsx'
import { chargeActions as texts } from './texts.ts'

type Effect = { effect: HoldEffectFieldsFragment | null; amountCents?: string }

/**
 * Says from which positions a hold takes how many reais. If the effect is null, the hold does not change the merchant's
 * balance. With `amountCents`, also says how much of that amount a refund in progress blocks already.
 */
export function HoldEffects(props: Effect) {
  const { language } = usePreferences()
  return holdEffectText(props, language)
}

/** Returns the sentence about the effect of a hold. Every part begins with its amount. */
export function holdEffectText({ effect, amountCents }: Effect, language: Language): string {
  if (effect === null) return textIn(texts.noEffect, language)
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
  const shown = parts
    .filter(([cents]) => cents !== '0')
    .map(([cents, text]) => textIn(text(formatCents(cents, language)), language))
  return `${shown.join('; ')}.`
}
