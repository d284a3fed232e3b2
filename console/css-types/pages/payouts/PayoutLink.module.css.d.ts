// Written by theme-css.ts from PayoutLink.module.css: do not edit.
declare const classes: {
  readonly account: string
  readonly bank: string
  readonly merchant: string
  readonly next: string
}
export default classes
