import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useText } from '../preferences.tsx'
import type { Column, Sorting } from './column.ts'
import classes from './DataTable.module.css'
import { RowCard } from './RowCard.tsx'

/** In a window up to this width, a table is shown as a list of cards. */
const NARROW = '(max-width: 52rem)'

export function useNarrow(): boolean {
  return useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
}

const isOnControl = (event: MouseEvent) =>
  event.target instanceof Element && event.target.closest('a, button, input, label') !== null

const MIDDLE_BUTTON = 1

const isMiddle = ({ button }: MouseEvent) => button === MIDDLE_BUTTON

const opensNewTab = (click: MouseEvent) => click.ctrlKey || click.metaKey || isMiddle(click)

/**
 * Opens a link of a row in a new tab: the link with `data-row-link` or, without such a link, the first link. The
 * browser decides whether it switches to that tab.
 */
function openInNewTab(row: Element): void {
  const link = row.querySelector<HTMLAnchorElement>('a[data-row-link]') ?? row.querySelector('a')
  if (link) window.open(link.href, '_blank', 'noopener')
}

/** Returns handlers that make a row act like its link, also for middle clicks and for clicks with Ctrl or Cmd. */
function rowActions(open: () => void) {
  const onClick = (click: MouseEvent) => {
    const selecting = window.getSelection()?.isCollapsed === false
    if (isOnControl(click) || selecting) return
    if (opensNewTab(click)) openInNewTab(click.currentTarget)
    else open()
  }
  return {
    'data-opens': true,
    onClick,
    onAuxClick: (click: MouseEvent) => isMiddle(click) && onClick(click),
    // Prevents the autoscroll mode that some browsers start on a middle click.
    onMouseDown: (press: MouseEvent) => isMiddle(press) && !isOnControl(press) && press.preventDefault(),
  }
}

/**
 * A table, or a list of cards on narrow screens. With `onOpen` a click anywhere on a row opens the record of the row.
 * The first cell contains a link for people who use a keyboard or a screen reader.
 */
export function DataTable<Row>(props: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  onOpen?: (row: Row) => void
  fading?: boolean
  sorting?: Sorting | undefined
}) {
  const { onOpen } = props
  const narrow = useNarrow()
  const columns = props.columns.filter(({ hidden }) => hidden !== true)
  const rows = props.rows.map((row) => ({
    row,
    key: props.rowKey(row),
    actions: onOpen ? rowActions(() => onOpen(row)) : { 'data-opens': false },
  }))
  if (narrow)
    return (
      <ul className={classes.cards} aria-label={props.label} data-fading={props.fading}>
        {rows.map(({ row, key, actions }) => (
          <li key={key} className={classes.card} data-row-id={key} {...actions}>
            <RowCard columns={columns} row={row} />
          </li>
        ))}
      </ul>
    )
  const shown = columns.filter(({ cell }) => cell !== undefined)
  return (
    <div className={classes.scroll} data-fading={props.fading}>
      <table className={classes.table} aria-label={props.label}>
        <thead>
          <HeaderRow columns={shown} sorting={props.sorting} />
        </thead>
        <tbody>
          {rows.map(({ row, key, actions }) => (
            <tr key={key} data-row-id={key} {...actions}>
              <Cells columns={shown} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function HeaderRow<Row>(props: { columns: readonly Column<Row>[]; sorting: Sorting | undefined }) {
  const { sorting } = props
  return (
    <tr>
      {props.columns.map((column) => {
        const { header, align, wide, sort } = column
        const isSorted = sort !== undefined && sort.order === sorting?.order
        return (
          <th
            key={header[0]}
            scope="col"
            data-align={align}
            data-wide={wide}
            aria-sort={isSorted ? sort.direction : undefined}
          >
            <HeaderText column={column} sorting={sorting} isSorted={isSorted} />
          </th>
        )
      })}
    </tr>
  )
}

/** The header of a column. The header of a sortable column is a button that sorts the rows by the column. */
function HeaderText<Row>(props: { column: Column<Row>; sorting: Sorting | undefined; isSorted: boolean }) {
  const t = useText()
  const { column, sorting, isSorted } = props
  const { sort } = column
  if (sort === undefined || sorting === undefined)
    return (
      <span className={column.headerHidden === true ? classes.visuallyHidden : undefined}>
        {t(column.header)}
      </span>
    )
  const Arrow = sort.direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <button type="button" className={classes.sort} onClick={() => sorting.onOrder(sort.order)}>
      {t(column.header)}
      <Arrow size={12} aria-hidden className={classes.sortArrow} data-on={isSorted} />
    </button>
  )
}

function Cells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const t = useText()
  return columns.map(({ header, cell, align, wide }) => (
    <td key={header[0]} data-align={align} data-wide={wide}>
      {cell?.(row, t)}
    </td>
  ))
}
