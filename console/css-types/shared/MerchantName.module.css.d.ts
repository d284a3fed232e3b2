// Written by theme-css.ts from MerchantName.module.css: do not edit.
declare const classes: {
  readonly merchant: string
}
export default classes
