import { IconAlertTriangle, IconCircleCheck, IconHourglass, IconPower } from '@tabler/icons-react'
import { pixAccountStateName } from '../../lib/i18n/status.ts'
import { nowMs } from '../../lib/time/clock.ts'
import type { Column } from '../../ui/lists/column.ts'
import { useText } from '../../ui/preferences.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { When } from '../../ui/values/When.tsx'
import { AccountActions } from './AccountActions.tsx'
import { AccountHealth } from './AccountHealth.tsx'
import type { OpenChange } from './AccountDialog.tsx'
import { certificateState } from './account-values.ts'
import classes from './PixAccountsPage.module.css'
import type { Account } from './queries.ts'
import { pixAccounts as texts } from './texts.ts'

const LOOK = {
  active: { tone: 'neutral', icon: IconCircleCheck },
  draining: { tone: 'warning', icon: IconHourglass },
  off: { tone: 'neutral', icon: IconPower },
} as const

/** Returns the columns of the receiving accounts. `open` opens the dialog that changes one of the accounts. */
export const accountColumns = (open: OpenChange): readonly Column<Account>[] => [
  { header: texts.account, cell: (row) => <NameCell row={row} />, card: 'title' },
  { header: texts.state, cell: (row) => <StateBadge state={row.state} />, card: 'aside' },
  {
    header: texts.health,
    cell: (row) => <AccountHealth account={row} />,
    card: 'note',
  },
  {
    header: texts.ceilings,
    cell: (row) => <CeilingsCell row={row} />,
    card: 'note',
  },
  {
    header: texts.volume,
    align: 'end',
    cell: (row) => <VolumeCell row={row} />,
    card: {
      slot: 'note',
      label: true,
      cell: (row) => <VolumeNote row={row} />,
    },
  },
  {
    header: texts.lastCall,
    cell: (row) => <LastCallCell row={row} />,
    card: { slot: 'note', label: true },
  },
  {
    header: texts.certificate,
    cell: (row) => <CertificateCell endsAt={row.certificateEndsAt} />,
    card: { slot: 'note', label: true },
  },
  {
    header: texts.actions,
    headerHidden: true,
    align: 'end',
    cell: (row) => <AccountActions account={row} open={open} />,
    card: 'note',
  },
]

function NameCell({ row }: { row: Account }) {
  const t = useText()
  return (
    <span className={classes.lines}>
      <strong>{row.id}</strong>
      <span className={classes.note}>{t(texts.profile(row.profile))}</span>
      {row.environment === 'sandbox' && <span className={classes.note}>{t(texts.sandbox)}</span>}
    </span>
  )
}

function StateBadge({ state }: Pick<Account, 'state'>) {
  const t = useText()
  const { tone, icon } = LOOK[state]
  return (
    <Badge tone={tone} icon={icon}>
      {t(pixAccountStateName[state])}
    </Badge>
  )
}

function CeilingsCell({ row }: { row: Account }) {
  const t = useText()
  const ceiling = (cents: string | null) => (cents === null ? t(texts.noCeiling) : <Money cents={cents} />)
  return (
    <span className={classes.lines}>
      <span>
        {t(texts.charge)}: {ceiling(row.chargeCeilingCents)}
      </span>
      <span>
        {t(texts.payout)}: {ceiling(row.payoutCeilingCents)}
      </span>
    </span>
  )
}

function VolumeCell({ row }: { row: Account }) {
  const t = useText()
  return (
    <span className={classes.lines}>
      <Money cents={row.volumeTodayCents} />
      {row.unsettledCents !== '0' && (
        <span className={classes.note}>
          {t(texts.unsettled)}: <Money cents={row.unsettledCents} />
        </span>
      )}
    </span>
  )
}

function VolumeNote({ row }: { row: Account }) {
  const t = useText()
  return (
    <>
      <Money cents={row.volumeTodayCents} />
      {row.unsettledCents !== '0' && (
        <>
          {' '}
          · {t(texts.unsettled)}: <Money cents={row.unsettledCents} />
        </>
      )}
    </>
  )
}

function LastCallCell({ row }: { row: Account }) {
  const t = useText()
  return row.lastCallAt === null ? (
    <span className="faint">{t(texts.noCall)}</span>
  ) : (
    <When at={row.lastCallAt} relative />
  )
}

function CertificateCell({ endsAt }: { endsAt: string | null }) {
  const t = useText()
  if (endsAt === null) return <span className="faint">{t(texts.noCertificate)}</span>
  const state = certificateState(endsAt, nowMs())
  return (
    <span className={classes.lines}>
      <When at={endsAt} precision="day" />
      {state !== 'valid' && (
        <Badge tone={state === 'expired' ? 'danger' : 'warning'} icon={IconAlertTriangle}>
          {t(texts[state])}
        </Badge>
      )}
    </span>
  )
}
