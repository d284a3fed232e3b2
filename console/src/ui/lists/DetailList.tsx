import type { ReactNode } from 'react'
import classes from './DetailList.module.css'

const NONE = '—'

/** The names and values of one record. The value `—` has a muted colour. */
export function DetailList(props: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.list}>
      {props.items.map(([name, value]) => (
        <div key={name} className={classes.row}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value} data-none={value === NONE}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
