import { formatBps } from '../../lib/values/money.ts'
import { usePreferences } from '../../ui/preferences.tsx'
import { Money } from '../../ui/values/Money.tsx'

/** The fee of a charge: a percentage and a fixed amount. */
export function Fee({ terms }: { terms: { feePercentBps: number; feeFixedCents: string } }) {
  const { language } = usePreferences()
  return (
    <span className="figures">
      {formatBps(terms.feePercentBps, language)} + <Money cents={terms.feeFixedCents} />
    </span>
  )
}
