import type { ReactNode } from 'react'

/** The inner size of a drawing; it is stretched to its place. */
export const WIDTH = 720
export const HEIGHT = 220

/** One line or colour of a chart: its name and its whole numbers, one for each step; null where there is none. */
export type Series = { id: string; name: string; values: readonly (bigint | null)[] }

/** What a chart shows: `series` over `steps`. */
export type ChartContent = {
  label: string
  steps: readonly string[]
  series: readonly Series[]
  /** Writes one of its numbers: an amount, a count, a duration. */
  format: (value: bigint) => ReactNode
  /** Asked for the steps that are chosen, both included. */
  onSelect: (first: number, last: number) => void
}

/** A number of a chart as it reads; a dash where there is none. */
export const formattedValue = ({ format }: ChartContent, value: bigint | null | undefined): ReactNode =>
  value === null || value === undefined ? '—' : format(value)
