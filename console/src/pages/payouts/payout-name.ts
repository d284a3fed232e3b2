import { payouts as texts } from '../../lib/i18n/finance/payouts.ts'
import { formatCents } from '../../lib/values/money.ts'
import { usePreferences, useText } from '../../ui/preferences.tsx'

/** How a payout is called: by the bank's reference, or, while no transfer was made for it, by its amount. */
export function usePayoutName(): (payout: {
  externalReference: string | null
  amountCents: string
}) => string {
  const t = useText()
  const { language } = usePreferences()
  return ({ externalReference, amountCents }) =>
    externalReference ?? t(texts.unnamed(formatCents(amountCents, language)))
}
