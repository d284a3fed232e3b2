import { formatCents } from '../../lib/values/money.ts'
import { usePreferences, useText } from '../../ui/preferences.tsx'

const unnamed = (amount: string) => [`Repasse de ${amount}`, `Payout of ${amount}`] as const

/** Returns a function that names a payout by its bank reference, or by its amount if it has no reference yet. */
export function usePayoutName(): (payout: {
  externalReference: string | null
  amountCents: string
}) => string {
  const t = useText()
  const { language } = usePreferences()
  return ({ externalReference, amountCents }) =>
    externalReference ?? t(unnamed(formatCents(amountCents, language)))
}
