import { formatBps } from '../../lib/values/money.ts'
import { usePreferences } from '../../ui/preferences.tsx'
import { errorBps } from './account-values.ts'

/** The share of failed calls as a percentage. Without calls, a dash. */
export function ErrorRate({ calls }: { calls: Parameters<typeof errorBps>[0] }) {
  const { language } = usePreferences()
  const bps = errorBps(calls)
  return bps === null ? (
    <span className="faint">—</span>
  ) : (
    <span className="figures">{formatBps(bps, language)}</span>
  )
}
