// Written by theme-css.ts from Chart.module.css: do not edit.
declare const classes: {
  readonly bar: string
  readonly chart: string
  readonly chosen: string
  readonly dots: string
  readonly ends: string
  readonly head: string
  readonly legend: string
  readonly line: string
  readonly lines: string
  readonly note: string
  readonly plot: string
  readonly readout: string
  readonly scale: string
  readonly scroll: string
  readonly step: string
  readonly table: string
  readonly zero: string
}
export default classes
