import type { ReactNode } from 'react'
import classes from './Quiet.module.css'

/** A sentence where a part of a page has nothing to show. */
export function Quiet({ children }: { children: ReactNode }) {
  return <p className={classes['quiet']}>{children}</p>
}
