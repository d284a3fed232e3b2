import type { HoldEffectFieldsFragment } from '../../../api/generated/graphql.ts'
import type { Text } from '../../../lib/text.ts'
import { formatCents } from '../../../lib/values/money.ts'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import { chargeActions as texts } from './texts.ts'

/**
 * Says from which positions a hold takes how many reais. If the effect is null, the hold does not change the merchant's
 * balance.
 */
export function HoldEffects({ effect }: { effect: HoldEffectFieldsFragment | null }) {
  const t = useText()
  const { language } = usePreferences()
  if (effect === null) return t(texts.noEffect)
  const parts: [cents: string, text: (amount: string) => Text][] = [
    [effect.fromPendingCents, texts.fromPending],
    [effect.fromAvailableCents, texts.fromAvailable],
    [effect.fromReserveCents, texts.fromReserve],
    [effect.fromFeeCents, texts.fromFee],
    [effect.shortCents, texts.short],
  ]
  return parts
    .filter(([cents]) => cents !== '0')
    .map(([cents, text]) => t(text(formatCents(cents, language))))
    .join('; ')
}
