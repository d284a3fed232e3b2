import { IconAlertTriangle, IconCircleDashed, IconCircleX, IconHeartbeat } from '@tabler/icons-react'
import { countText, type Language, type Text } from '../../lib/text.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { formatBps } from '../../lib/values/money.ts'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import {
  accountHealth,
  DEGRADED_BPS,
  errorBps,
  failingOperations,
  takesNewCharges,
  type HealthReason,
} from './account-values.ts'
import { accountVerdict, healthReason, newCharges, pixFaultName } from './call-texts.ts'
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
 * The health of a receiving account with all reasons, and whether new charges use the account. Shows no health of an
 * account whose PSP the service does not call.
 */
export function AccountHealth({ account }: { account: Account }) {
  const t = useText()
  const { language } = usePreferences()
  const { verdict, reasons } = accountHealth(account, nowMs())
  const { tone, icon } = LOOK[verdict]
  return (
    <span className={classes.lines}>
      {account.state !== 'off' && (
        <>
          <Badge tone={tone} icon={icon}>
            {t(accountVerdict[verdict])}
          </Badge>
          {reasons
            .flatMap((reason) => reasonTexts(account, reason, language))
            .map((text) => (
              <span key={text[0]} className={classes.note}>
                {t(text)}
              </span>
            ))}
        </>
      )}
      <span>{t(newCharges[takesNewCharges(account)])}</span>
    </span>
  )
}

/**
 * Returns the texts of a reason: one text for each kind of failure, and one text for each operation with a notable
 * share of failures. A single text would hide the other failures.
 */
function reasonTexts({ operations, reports }: Account, reason: HealthReason, language: Language): Text[] {
  const rateOf = (calls: Account['operations']): string => formatBps(errorBps(calls) ?? 0, language)
  const count = operations.reduce((sum, { callsCount }) => sum + callsCount, 0)
  if (reason === 'errors') return [healthReason.errors(rateOf(operations), countText(count, language))]
  if (reason === 'operation')
    return failingOperations(operations, DEGRADED_BPS).map((failing) =>
      healthReason.operation(operationText(failing.operation), rateOf([failing])),
    )
  if (reason !== 'fault') return [healthReason[reason]]
  const faults = new Set(reports.flatMap(({ fault }) => fault ?? []))
  return faults.size === 0 ? [healthReason.fault] : Array.from(faults, (fault) => pixFaultName[fault])
}
