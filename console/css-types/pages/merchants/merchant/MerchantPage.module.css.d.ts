// Written by theme-css.ts from MerchantPage.module.css: do not edit.
declare const classes: {
  readonly accounts: string
  readonly actions: string
  readonly column: string
  readonly columns: string
  readonly note: string
  readonly pages: string
  readonly writeOff: string
}
export default classes
