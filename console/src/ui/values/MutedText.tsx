import type { ReactNode } from 'react'
import classes from './MutedText.module.css'

/** A muted sentence, used where a section is empty. */
export function MutedText({ children }: { children: ReactNode }) {
  return <p className={classes.muted}>{children}</p>
}
