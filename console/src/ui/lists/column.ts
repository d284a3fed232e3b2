import type { ReactNode } from 'react'
import type { Text } from '../../lib/text.ts'

type Cell<Row> = (row: Row, t: (text: Text) => string) => ReactNode

/** The places of a card on narrow screens: a title line and a muted second line. */
export type CardSlot = 'title' | 'aside' | 'note' | 'noteAside'

/**
 * A column of a table. The first column identifies the row. Its header is unique in its table. A column
 * without a cell is not in the table: only its card or its file shows it.
 */
export type Column<Row> = {
  header: Text
  cell?: Cell<Row>
  /** The place of the cell on the card. With a `cell` of its own the card differs from the table. */
  card?: CardSlot | { slot: CardSlot; cell: Cell<Row> }
  align?: 'start' | 'end'
  /** Shown only on wide screens. */
  wide?: boolean
  /** Hides the header visually. Screen readers still read it. */
  headerHidden?: boolean
  /** Leaves the column out of the table and the card. */
  hidden?: boolean
}

/** Returns how a column appears in a slot of the card; undefined when it does not. */
export function cellInSlot<Row>(
  { card, cell }: Pick<Column<Row>, 'card' | 'cell'>,
  slot: CardSlot,
): Cell<Row> | undefined {
  if (typeof card === 'object') return card.slot === slot ? card.cell : undefined
  return card === slot ? cell : undefined
}
