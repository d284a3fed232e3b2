// Written by theme-css.ts from MoneyBreakdown.module.css: do not edit.
declare const classes: {
  readonly bar: string
  readonly hint: string
  readonly name: string
  readonly note: string
  readonly sign: string
  readonly step: string
  readonly steps: string
  readonly value: string
}
export default classes
