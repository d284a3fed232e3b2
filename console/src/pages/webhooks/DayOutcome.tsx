import { webhooks as texts } from './texts.ts'
import { useText } from '../../ui/preferences.tsx'
import classes from './DayOutcome.module.css'

/** The deliveries of the last 24 hours by outcome, as a bar and as text. */
export function DayOutcome({ health }: { health: { succeeded24h: number; failed24h: number } }) {
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
