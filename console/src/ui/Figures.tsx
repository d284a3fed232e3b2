import type { ReactNode } from 'react'
import classes from './Figures.module.css'

/** A row of labelled figures, such as amounts and counts. */
export function Figures({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <dl className={classes.figures} aria-label={label}>
      {children}
    </dl>
  )
}

export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
