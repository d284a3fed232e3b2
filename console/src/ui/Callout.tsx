import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Tone } from './values/Badge.tsx'
import classes from './Callout.module.css'

/** A highlighted note. */
export function Callout(props: { tone: Tone; title: ReactNode; children?: ReactNode; aside?: ReactNode }) {
  const IconComponent =
    props.tone === 'danger' || props.tone === 'warning' ? IconAlertTriangle : IconInfoCircle
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
