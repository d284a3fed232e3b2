import { eventName } from '../../../lib/i18n/status.ts'
import { Breakable } from '../../../ui/Breakable.tsx'
import { useText } from '../../../ui/preferences.tsx'
import classes from './EventType.module.css'

/** The type of a webhook event in words, followed by its code. An unknown type is shown as its code. */
export function EventType({ type }: { type: string }) {
  const t = useText()
  const name = eventName[type]
  return (
    <span className={classes.type}>
      {name && `${t(name)} `}
      <span className={classes.code}>
        <Breakable text={type} />
      </span>
    </span>
  )
}
