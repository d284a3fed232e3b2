import { Fragment } from 'react'
import { useText } from '../preferences.tsx'
import { cellInSlot, type CardSlot, type Column } from './column.ts'
import classes from './DataTable.module.css'

/** A card that shows one row on narrow screens. Each column declares the slot of the card that it fills. */
export function RowCard<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const t = useText()
  const contentOf = (slot: CardSlot) =>
    columns
      .flatMap(({ header, ...column }) => {
        const cell = cellInSlot(column, slot)
        return cell ? [{ key: header[0], content: cell(row, t) }] : []
      })
      .map(({ key, content }, index) => (
        <Fragment key={key}>
          {index > 0 && ' '}
          {content}
        </Fragment>
      ))
  return (
    <div className={classes.rowCard}>
      <div className={classes.rowLine}>
        <div className={classes.rowTitle}>{contentOf('title')}</div>
        <div className={classes.rowAside}>{contentOf('aside')}</div>
      </div>
      <div className={classes.rowLine}>
        <div className={classes.rowNote}>{contentOf('note')}</div>
        <div className={classes.rowAside}>{contentOf('noteAside')}</div>
      </div>
    </div>
  )
}
