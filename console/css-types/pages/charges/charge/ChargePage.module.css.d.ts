// Written by theme-css.ts from ChargePage.module.css: do not edit.
declare const classes: {
  readonly badges: string
  readonly column: string
  readonly columns: string
  readonly heading: string
  readonly headline: string
  readonly order: string
  readonly reference: string
}
export default classes
