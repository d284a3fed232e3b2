import type { ReactNode } from 'react'
import classes from './MutedText.module.css'

/** A sentence where a part of a page has nothing to show. */
export function MutedText({ children }: { children: ReactNode }) {
  return <p className={classes['muted']}>{children}</p>
}
