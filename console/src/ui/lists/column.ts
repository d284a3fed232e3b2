import type { ReactNode } from 'react'
import type { Text } from '../../lib/text.ts'

type Cell<Row> = (row: Row, t: (text: Text) => string) => ReactNode

/**
 * The slots of a row's card on narrow screens: two slots in the title line, two in the muted second line. Each cell in
 * the slot `note` has its own line.
 */
export type CardSlot = 'title' | 'aside' | 'note' | 'noteAside'

/**
 * How a card shows a column. `cell` replaces the cell of the table. With `label`, the header of the column precedes the
 * cell; a function as `label` returns another label. The card leaves out a cell without content, together with its
 * label.
 */
type CardCell<Row> = { slot: CardSlot; label?: true | ((row: Row) => Text); cell?: Cell<Row> }

/**
 * A column of a table. The first column identifies the row. Every header is unique in the table. The table leaves
 * out a column without `cell`: only the card or the exported file shows such a column.
 */
export type Column<Row> = {
  header: Text
  cell?: Cell<Row>
  card?: CardSlot | CardCell<Row>
  align?: 'start' | 'end'
  /** The sort order that a click on the header selects, and the direction of this order. */
  sort?: { order: string; direction: 'ascending' | 'descending' }
  /** Shows the column only on wide screens. */
  wide?: boolean
  /** Hides the header visually. Screen readers still read the header. */
  headerHidden?: boolean
  /** Leaves the column out of the table and the card. */
  hidden?: boolean
}

/** Shows a cell in the note of the card, with the header of its column as the label. */
export const LABELLED_NOTE = { slot: 'note', label: true } as const

/** The content of a card's slot that one column provides. `label` is null for a cell without a label. */
type SlotContent = { key: string; label: Text | null; content: ReactNode }

const isEmpty = (content: ReactNode): boolean =>
  content === null || content === undefined || content === false

/** Returns what the columns show in a slot of the card of a row, in the order of the columns. */
export function contentsOfSlot<Row>(
  columns: readonly Column<Row>[],
  { row, slot, t }: { row: Row; slot: CardSlot; t: (text: Text) => string },
): SlotContent[] {
  return columns.flatMap(({ header, card, cell }) => {
    const shown: CardCell<Row> | undefined = typeof card === 'string' ? { slot: card } : card
    if (shown?.slot !== slot) return []
    const { label } = shown
    const content = (shown.cell ?? cell)?.(row, t)
    if (isEmpty(content)) return []
    return [{ key: header[0], label: label === true ? header : (label?.(row) ?? null), content }]
  })
}

/** The current order of the rows, and the function that changes it. */
export type Sorting = { order: string; onOrder: (order: string) => void }
