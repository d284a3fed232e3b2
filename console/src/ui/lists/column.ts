import type { ReactNode } from 'react'
import type { Text } from '../../lib/text.ts'

type Cell<Row> = (row: Row, t: (text: Text) => string) => ReactNode

/** The slots of a row's card on narrow screens: two slots in the title line, two in the muted second line. */
export type CardSlot = 'title' | 'aside' | 'note' | 'noteAside'

/**
 * A column of a table. The first column identifies the row. Every header is unique in the table. The table leaves
 * out a column without `cell`: only the card or the exported file shows such a column.
 */
export type Column<Row> = {
  header: Text
  cell?: Cell<Row>
  /** The slot of the cell on the card. `cell` replaces the cell of the table when the row is shown as a card. */
  card?: CardSlot | { slot: CardSlot; cell: Cell<Row> }
  align?: 'start' | 'end'
  /** The order that a click on the header selects, and its direction. */
  sort?: { order: string; direction: 'ascending' | 'descending' }
  /** Shown only on wide screens. */
  wide?: boolean
  /** Hides the header visually. Screen readers still read the header. */
  headerHidden?: boolean
  /** Leaves the column out of the table and the card. */
  hidden?: boolean
}

/** Returns how a column is shown in a slot of the card; undefined if it is not in that slot. */
export function cellInSlot<Row>(
  { card, cell }: Pick<Column<Row>, 'card' | 'cell'>,
  slot: CardSlot,
): Cell<Row> | undefined {
  if (typeof card === 'object') return card.slot === slot ? card.cell : undefined
  return card === slot ? cell : undefined
}

/** The current order of the rows, and the function that changes it. */
export type Sorting = { order: string; onOrder: (order: string) => void }
