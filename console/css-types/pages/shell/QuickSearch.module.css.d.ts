// Written by theme-css.ts from QuickSearch.module.css: do not edit.
declare const classes: {
  readonly button: string
  readonly form: string
  readonly hint: string
  readonly key: string
  readonly short: string
}
export default classes
