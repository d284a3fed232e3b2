import { IconAlertTriangle, IconCircleDashed, IconCircleX, IconHeartbeat } from '@tabler/icons-react'
import { countText, type Text } from '../../lib/text.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { formatBps } from '../../lib/values/money.ts'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import { accountHealth, errorBps, worstOf } from './account-values.ts'
import { accountVerdict, healthReason, pixFaultName } from './call-texts.ts'
import classes from './PixAccountsPage.module.css'
import type { Account } from './queries.ts'
import { operationText } from './texts.ts'

const LOOK = {
  healthy: { tone: 'success', icon: IconHeartbeat },
  degraded: { tone: 'warning', icon: IconAlertTriangle },
  failing: { tone: 'danger', icon: IconCircleX },
  idle: { tone: 'neutral', icon: IconCircleDashed },
} as const

/**
 * The health of a receiving account, with the reason. Shows a dash for an account whose PSP the service does not
 * call.
 */
export function AccountHealth({ account }: { account: Account }) {
  const t = useText()
  const { language } = usePreferences()
  if (account.state === 'off') return <span className="faint">—</span>
  const { operations } = account
  const { verdict, reason } = accountHealth(account, nowMs())
  const { tone, icon } = LOOK[verdict]
  const rateOf = (calls: typeof operations): string => formatBps(errorBps(calls) ?? 0, language)
  const worst = worstOf(operations)
  const faultCode = account.reports.find((report) => report.fault !== null)?.fault ?? null
  const fault = faultCode !== null && pixFaultName[faultCode]
  const count = operations.reduce((sum, { callsCount }) => sum + callsCount, 0)
  const text: Text =
    reason === 'errors'
      ? healthReason.errors(rateOf(operations), countText(count, language))
      : reason === 'operation'
        ? healthReason.operation(operationText(worst?.operation ?? ''), rateOf(worst ? [worst] : []))
        : (reason === 'fault' && fault) || healthReason[reason]
  return (
    <span className={classes.lines}>
      <Badge tone={tone} icon={icon}>
        {t(accountVerdict[verdict])}
      </Badge>
      <span className={classes.note}>{t(text)}</span>
    </span>
  )
}
