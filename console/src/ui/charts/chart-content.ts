import type { ReactNode } from 'react'

/** The size of the SVG view box. The browser stretches the drawing to the container. */
export const WIDTH = 720
export const HEIGHT = 220

/** The colour of a series: one of the five chart colours, the colour of the text, or the colour of muted text. */
export type Tint = '1' | '2' | '3' | '4' | '5' | 'ink' | 'faint'

/** One series of a chart, with a value for each step. A missing value is null. */
export type Series = {
  id: string
  name: string
  tint: Tint
  /** Draws the line with dashes. */
  dashed?: true
  values: readonly (bigint | null)[]
}

export type ChartContent = {
  label: string
  steps: readonly string[]
  series: readonly Series[]
  /** Formats a value, such as an amount, a count or a duration. */
  format: (value: bigint) => ReactNode
  /** Receives the selected range of steps, both ends included. */
  onSelect: (first: number, last: number) => void
}

/** Formats a value of a chart. Returns a dash for a missing value. */
export const formattedValue = ({ format }: ChartContent, value: bigint | null | undefined): ReactNode =>
  value === null || value === undefined ? '—' : format(value)
