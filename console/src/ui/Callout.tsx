import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Tone } from './values/Badge.tsx'
import classes from './Callout.module.css'

const ICON: Partial<Record<Tone, Icon>> = {
  danger: IconAlertTriangle,
  warning: IconAlertTriangle,
  success: IconCircleCheck,
}

/** A highlighted note. */
export function Callout(props: { tone: Tone; title: ReactNode; children?: ReactNode; aside?: ReactNode }) {
  const IconComponent = ICON[props.tone] ?? IconInfoCircle
  return (
    <div className={classes.callout} data-tone={props.tone} role="note">
      <IconComponent size={18} aria-hidden />
      <div className={classes.text}>
        <strong>{props.title}</strong>
        {props.children !== undefined && <div>{props.children}</div>}
      </div>
      {props.aside}
    </div>
  )
}
