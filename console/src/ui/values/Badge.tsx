import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Badge.module.css'

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'accent'

/** A status with icon, text and colour, so that colour is never the only indication. */
export function Badge(props: { tone: Tone; icon?: Icon; children: ReactNode; size?: 'sm' | 'md' }) {
  const { icon: IconComponent } = props
  return (
    <span
      className={classes.badge}
      data-tone={props.tone}
      data-size={props.size ?? 'sm'}
      data-icon={IconComponent !== undefined}
    >
      {IconComponent && <IconComponent size={props.size === 'md' ? 16 : 14} stroke={2} aria-hidden />}
      {props.children}
    </span>
  )
}
