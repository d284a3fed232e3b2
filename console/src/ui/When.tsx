import { Tooltip } from '@mantine/core'
import { nowMs } from '../lib/clock.ts'
import { ZONES } from '../lib/day.ts'
import { zoneName } from '../lib/i18n/shell.ts'
import { formatRelative, formatWhen, offsetOf, type Precision } from '../lib/when.ts'
import { usePreferences, useText } from './preferences.tsx'
import classes from './When.module.css'

/**
 * The only place that writes moments. The tooltip has the moment to the second in every zone the console knows,
 * and how long ago it was. Nothing at all is shown as a dash.
 */
export function When(props: { at: string | null; precision?: Precision; relative?: boolean }) {
  const { language, zone } = usePreferences()
  if (props.at === null) return <span className="faint">—</span>
  const at = props.at
  const text =
    props.relative === true
      ? formatRelative(at, language, nowMs())
      : formatWhen(at, { language, zone, precision: props.precision ?? 'minute' })
  return (
    <Tooltip label={<WhenDetails at={at} />} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={at} className="figures">
        {text}
      </time>
    </Tooltip>
  )
}

function WhenDetails({ at }: { at: string }) {
  const { language } = usePreferences()
  const t = useText()
  return (
    <span className={classes['details']}>
      {ZONES.map((zone) => (
        <span key={zone} className={classes['row']}>
          <span className={classes['zone']}>
            {t(zoneName[zone])} {zone === 'UTC' ? '' : offsetOf(at, zone)}
          </span>
          <span className="figures">{formatWhen(at, { language, zone, precision: 'second' })}</span>
        </span>
      ))}
      <span className={classes['ago']}>{formatRelative(at, language, nowMs())}</span>
    </span>
  )
}
