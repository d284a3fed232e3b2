// Written by theme-css.ts from MerchantTotals.module.css: do not edit.
declare const classes: {
  readonly check: string
  readonly note: string
  readonly totals: string
}
export default classes
