import { useMediaQuery } from '@mantine/hooks'
import type { MouseEvent, ReactNode } from 'react'
import classes from './DataTable.module.css'

/** A column of a table. The first column identifies the row. */
export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** Shown only on wide screens. */
  wide?: boolean
  /** Hides the header visually. Screen readers still read it. */
  headerHidden?: boolean
  /** A CSS width. Columns without one share the rest. */
  width?: string
}

/** Below this width a table becomes a list of cards. */
const NARROW = '(max-width: 52rem)'

export function useNarrow(): boolean {
  return useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
}

const isOnControl = (event: MouseEvent) =>
  event.target instanceof Element && event.target.closest('a, button, input, label') !== null

const MIDDLE_BUTTON = 1

const isMiddle = ({ button }: MouseEvent) => button === MIDDLE_BUTTON

const opensNewTab = (click: MouseEvent) => click.ctrlKey || click.metaKey || isMiddle(click)

/** Opens the link of a row in a new tab. The browser decides whether the tab comes to the front. */
function openInNewTab(row: Element): void {
  const link = row.querySelector<HTMLAnchorElement>('a[href]')
  if (link) window.open(link.href, '_blank', 'noopener')
}

/** Makes a whole row behave like its link, including the middle button and Ctrl or Cmd. */
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
    // Prevents autoscroll by the middle button.
    onMouseDown: (press: MouseEvent) => isMiddle(press) && !isOnControl(press) && press.preventDefault(),
  }
}

/**
 * A table, or a list of cards on narrow screens. With `onOpen` a click anywhere on a row opens it. The link
 * for keyboards and screen readers is in the first cell.
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

/** A card of the narrow layout: a title line and a muted second line. */
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
