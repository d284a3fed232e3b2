import { Fragment } from 'react'
import { useText } from '../preferences.tsx'
import { contentsOfSlot, type CardSlot, type Column } from './column.ts'
import classes from './DataTable.module.css'

/** A card that shows one row on narrow screens. Each column declares the slot of the card that it fills. */
export function RowCard<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const t = useText()
  const contentOf = (slot: CardSlot) =>
    contentsOfSlot(columns, { row, slot, t }).map(({ key, label, content }, index) => {
      const Line = slot === 'note' ? 'div' : Fragment
      return (
        <Line key={key}>
          {index > 0 && ' '}
          {label && <span className="faint">{t(label)}: </span>}
          {content}
        </Line>
      )
    })
  return (
    <div className={classes.rowCard}>
      <div className={classes.rowLine}>
        <div className={classes.rowTitle}>{contentOf('title')}</div>
        <div className={classes.rowAside} data-align="end">
          {contentOf('aside')}
        </div>
      </div>
      <div className={classes.rowLine}>
        <div className={classes.rowNote}>{contentOf('note')}</div>
        <div className={classes.rowAside} data-align="end">
          {contentOf('noteAside')}
        </div>
      </div>
    </div>
  )
}
