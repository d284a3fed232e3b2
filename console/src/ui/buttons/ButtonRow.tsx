import {
  createContext,
  use,
  useLayoutEffect,
  useState,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react'

/** A button of a row. `id` is the id of the element that shows the reason; `reason` is null for an enabled button. */
export interface RowEntry {
  id: string
  label: string
  reason: string | null
}

type Entries = readonly RowEntry[]

/** The buttons of the row around a component; null outside a row. */
export const RowContext = createContext<readonly [Entries, Dispatch<SetStateAction<Entries>>] | null>(null)

/** A row of buttons. The reasons of its disabled buttons are below the buttons, and each reason is shown once. */
export function ButtonRow(props: { className: string | undefined; children: ReactNode }) {
  return (
    <div className={props.className}>
      <RowContext value={useState<Entries>([])}>{props.children}</RowContext>
    </div>
  )
}

/** Adds a button to the row around it. Returns the buttons of the row, or null. */
export function useRowEntry(entry: RowEntry): Entries | null {
  const { id, label, reason } = entry
  const row = use(RowContext)
  const change = row?.[1]
  useLayoutEffect(() => {
    if (change === undefined) return
    change((entries) => [...entries, { id, label, reason }])
    return () => change((entries) => entries.filter((other) => other.id !== id))
  }, [id, label, reason, change])
  return row && row[0]
}
