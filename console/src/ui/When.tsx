import { HoverCard } from '@mantine/core'
import { nowMs } from '../lib/clock.ts'
import { ZONES } from '../lib/day.ts'
import { common } from '../lib/i18n/common.ts'
import { zoneName } from '../lib/i18n/shell.ts'
import { formatRelative, formatWhen, offsetOf, type Precision } from '../lib/when.ts'
import { CopyText } from './CopyText.tsx'
import { usePreferences, useText } from './preferences.tsx'
import classes from './When.module.css'

const OPEN_DELAY_MS = 150
const CLOSE_DELAY_MS = 100

/**
 * The only place that writes moments. The card over it has the moment to the second in every zone the console knows, how
 * long ago it was, and the text for machines, to be copied. Nothing at all is shown as a dash.
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
    <HoverCard
      withRoles={false}
      position="top"
      openDelay={OPEN_DELAY_MS}
      closeDelay={CLOSE_DELAY_MS}
      withArrow
    >
      <HoverCard.Target>
        <time dateTime={at} className="figures">
          {text}
        </time>
      </HoverCard.Target>
      <HoverCard.Dropdown className={classes['card']} onClick={(click) => click.stopPropagation()}>
        <WhenDetails at={at} />
      </HoverCard.Dropdown>
    </HoverCard>
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
      <CopyText text={new Date(at).toISOString()} name={t(common.iso)} />
    </span>
  )
}
