// Written by theme-css.ts from ChargesPage.module.css: do not edit.
declare const classes: {
  readonly amount: string
  readonly flag: string
  readonly link: string
  readonly merchant: string
  readonly note: string
  readonly order: string
  readonly payer: string
}
export default classes
