import { webhooks as texts } from './texts.ts'
import { endpointHealthName } from '../../lib/i18n/status.ts'
import { errorClassName } from '../../lib/i18n/webhooks/error-class-name.ts'
import { waitText } from '../../lib/time/duration.ts'
import { endpointHealth } from '../../lib/values/status.ts'
import { EndpointHealthBadge } from '../../shared/StatusBadge.tsx'
import { useText } from '../../ui/preferences.tsx'
import { When } from '../../ui/values/When.tsx'
import classes from './endpoint-columns.module.css'
import { QueueAttempt } from './endpoint/QueueAttempt.tsx'
import { WhyDisabled } from './endpoint/WhyDisabled.tsx'

type HealthRow = Parameters<typeof endpointHealth>[0] & {
  disableAt: string | null
  disabledAt: string | null
  disabledBy: string | null
  disabledReason: string | null
}

/**
 * Says when the service disables a failing endpoint, or when and why a disabled endpoint was disabled. Renders nothing
 * for another endpoint.
 */
function DisableNote({ row }: { row: HealthRow }) {
  const t = useText()
  if (row.disableAt === null && row.status !== 'disabled') return null
  return (
    <div className="faint">
      {row.disableAt === null ? (
        <WhyDisabled endpoint={row} />
      ) : (
        <>
          {t(texts.disableAt)} <When at={row.disableAt} />
        </>
      )}
    </div>
  )
}

type Outcome = { succeeded24h: number; failed24h: number }

/** The column with the health of an endpoint. */
export const HEALTH_COLUMN = {
  header: texts.health,
  cell: (row: HealthRow) => (
    <>
      <EndpointHealthBadge health={endpointHealth(row)} />
      <DisableNote row={row} />
    </>
  ),
  card: {
    slot: 'noteAside',
    cell: (row: HealthRow) => <EndpointHealthBadge health={endpointHealth(row)} />,
  },
  exports: [{ id: 'health', words: endpointHealthName }],
} as const

/** The line of a card that says when the service disables a failing endpoint, or when an endpoint was disabled. */
export const DISABLE_COLUMN = {
  header: texts.disableAt,
  card: {
    slot: 'note',
    cell: (row: HealthRow) =>
      (row.disableAt !== null || row.status === 'disabled') && <DisableNote row={row} />,
  },
} as const

/** The column with the outcomes of an endpoint's deliveries in the last 24 hours. */
export const LAST_DAY_COLUMN = {
  header: texts.lastDay,
  cell: (row: { health: Outcome }) => <DayOutcome health={row.health} />,
  card: 'note',
  exports: [
    { id: 'delivered_24h', header: texts.successes24h },
    { id: 'failed_24h', header: texts.failures24h },
  ],
} as const

type Errors = { errors24h: readonly { errorClass: string }[] }

/** The column with the most frequent error class of the last 24 hours. */
export const ERRORS_COLUMN = {
  header: texts.errors24h,
  cell: (row: Errors) => <ErrorsCell errors24h={row.errors24h} />,
  card: {
    slot: 'note',
    label: true,
    cell: (row: Errors) => row.errors24h.length > 0 && <ErrorsCell errors24h={row.errors24h} />,
  },
} as const

/** The column with the number of deliveries in the queue, and the time of the next attempt or the attempt under way. */
export const QUEUE_COLUMN = {
  header: texts.inQueue,
  align: 'end',
  cell: (row: Queue) => <QueueCell health={row.health} />,
  card: {
    slot: 'note',
    label: true,
    cell: (row: Queue) => row.health.pending > 0 && <QueueCell health={row.health} />,
  },
} as const

/** The column that shows for how long the oldest undelivered event of an endpoint has waited. */
export const LAG_COLUMN = {
  header: texts.lag,
  align: 'end',
  cell: (row: Lag) => <LagCell health={row.health} />,
  card: {
    slot: 'note',
    label: true,
    cell: (row: Lag) => row.health.oldestPendingAt !== null && <LagCell health={row.health} />,
  },
} as const

type Lag = { health: { oldestPendingAt: string | null; lagSeconds: number } }

function LagCell({ health }: Lag) {
  const t = useText()
  const { oldestPendingAt, lagSeconds } = health
  return <span className="figures">{t(oldestPendingAt === null ? texts.noWait : waitText(lagSeconds))}</span>
}

/** The most frequent error class of the last 24 hours, and the number of other error classes. */
function ErrorsCell({ errors24h }: Errors) {
  const t = useText()
  const [first, ...others] = errors24h
  if (!first) return <span className="faint">—</span>
  const name = errorClassName[first.errorClass]
  return (
    <span>
      {name ? t(name) : first.errorClass}
      {others.length > 0 && <span className="faint"> +{others.length}</span>}
    </span>
  )
}

type Queue = { health: { pending: number; nextAttemptAt: string | null } }

function QueueCell({ health }: Queue) {
  return (
    <span>
      <span className="figures">{health.pending}</span>
      {health.pending > 0 && (
        <div className="faint">
          <QueueAttempt at={health.nextAttemptAt} name={texts.nextAttempt} />
        </div>
      )}
    </span>
  )
}

/** The deliveries of the last 24 hours by outcome, as a bar and as text. */
function DayOutcome({ health }: { health: Outcome }) {
  const t = useText()
  const { succeeded24h, failed24h } = health
  if (succeeded24h + failed24h === 0) return <span className="faint">—</span>
  return (
    <span className={classes.outcome}>
      <span className={classes.bar} aria-hidden>
        {succeeded24h > 0 && <span data-outcome="success" style={{ flexGrow: succeeded24h }} />}
        {failed24h > 0 && <span data-outcome="failure" style={{ flexGrow: failed24h }} />}
      </span>
      <span className={classes.words}>
        {t(texts.delivered(succeeded24h))}
        {failed24h > 0 && <span className={classes.failures}>{t(texts.failures(failed24h))}</span>}
      </span>
    </span>
  )
}
