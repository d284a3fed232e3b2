import type { ReactNode } from 'react'
import classes from './DetailList.module.css'

/** Facts about one thing: a name and a value in each row. */
export function DetailList(props: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes['list']}>
      {props.items.map(([name, value]) => (
        <div key={name} className={classes['row']}>
          <dt className={classes['name']}>{name}</dt>
          <dd className={classes['value']}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
