import type { ReactNode } from 'react'
import classes from './DetailList.module.css'

const NONE = '—'

/** Facts about one thing: a name and a value in each row; a dash where there is none. */
export function DetailList(props: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes['list']}>
      {props.items.map(([name, value]) => (
        <div key={name} className={classes['row']}>
          <dt className={classes['name']}>{name}</dt>
          <dd className={classes['value']} data-none={value === NONE}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
