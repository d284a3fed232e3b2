import { useMediaQuery } from '@mantine/hooks'
import type { MouseEvent, ReactNode } from 'react'
import classes from './DataTable.module.css'

/** One column. The first column of a table is what its rows are called by. */
export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** Only shown where there is plenty of room. */
  wide?: boolean
  /** The header is for screen readers only. */
  headerHidden?: boolean
  /** A CSS width; columns without one share what is left. */
  width?: string
}

/** Below this width a table becomes a list of cards. */
const NARROW = '(max-width: 52rem)'

/** True where there is no room for a table. */
export function useNarrow(): boolean {
  return useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
}

const onControl = (event: MouseEvent) =>
  event.target instanceof Element && event.target.closest('a, button, input, label') !== null

const MIDDLE_BUTTON = 1

const isMiddle = ({ button }: MouseEvent) => button === MIDDLE_BUTTON

/** True for a click that opens a link in another tab. */
const isElsewhere = (click: MouseEvent) => click.ctrlKey || click.metaKey || isMiddle(click)

/** Opens what the link of a row leads to in another tab; the browser decides whether that comes to the front. */
function openElsewhere(row: Element): void {
  const link = row.querySelector<HTMLAnchorElement>('a[href]')
  if (link) window.open(link.href, '_blank', 'noopener')
}

/** What makes the whole of a row clickable, as its link is: also by the middle button, and with Ctrl or Cmd. */
function rowActions(open: () => void) {
  const onClick = (click: MouseEvent) => {
    const selecting = window.getSelection()?.isCollapsed === false
    if (onControl(click) || selecting) return
    if (isElsewhere(click)) openElsewhere(click.currentTarget)
    else open()
  }
  return {
    'data-opens': true,
    onClick,
    onAuxClick: (click: MouseEvent) => isMiddle(click) && onClick(click),
    // Otherwise the middle button would begin to scroll the page.
    onMouseDown: (press: MouseEvent) => isMiddle(press) && !onControl(press) && press.preventDefault(),
  }
}

/**
 * Rows of one kind: a table, or cards where there is no room. A row that opens something does so wherever it is
 * clicked; the link for keyboards and screen readers is in its first cell.
 */
export function DataTable<Row>(props: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  card: (row: Row) => ReactNode
  onOpen?: (row: Row) => void
  fading?: boolean
}) {
  const { onOpen } = props
  const narrow = useNarrow()
  const actions = (row: Row) => (onOpen ? rowActions(() => onOpen(row)) : { 'data-opens': false })
  if (narrow)
    return (
      <ul className={classes['cards']} aria-label={props.label} data-fading={props.fading}>
        {props.rows.map((row) => (
          <li
            key={props.rowKey(row)}
            className={classes['card']}
            data-row-id={props.rowKey(row)}
            {...actions(row)}
          >
            {props.card(row)}
          </li>
        ))}
      </ul>
    )
  return (
    <div className={classes['scroll']} data-fading={props.fading}>
      <table className={classes['table']} aria-label={props.label}>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                data-align={column.align}
                data-wide={column.wide}
                style={{ width: column.width }}
              >
                <span className={column.headerHidden === true ? classes['visuallyHidden'] : undefined}>
                  {column.header}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={props.rowKey(row)} data-row-id={props.rowKey(row)} {...actions(row)}>
              {props.columns.map((column) => (
                <td key={column.id} data-align={column.align} data-wide={column.wide}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A card of a narrow list: a title with something at its right, and a quiet second line. */
export function RowCard(props: {
  title: ReactNode
  aside?: ReactNode
  note?: ReactNode
  noteAside?: ReactNode
}) {
  return (
    <div className={classes['rowCard']}>
      <div className={classes['rowLine']}>
        <div className={classes['rowTitle']}>{props.title}</div>
        <div className={classes['rowAside']}>{props.aside}</div>
      </div>
      <div className={classes['rowLine']}>
        <div className={classes['rowNote']}>{props.note}</div>
        <div className={classes['rowAside']}>{props.noteAside}</div>
      </div>
    </div>
  )
}
