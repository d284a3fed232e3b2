// Written by theme-css.ts from BalancePage.module.css: do not edit.
declare const classes: {
  readonly asOf: string
  readonly bar: string
  readonly composition: string
  readonly figure: string
  readonly figureName: string
  readonly hint: string
  readonly icon: string
  readonly legend: string
  readonly name: string
  readonly position: string
  readonly reasons: string
  readonly sum: string
  readonly table: string
  readonly totals: string
  readonly words: string
}
export default classes
