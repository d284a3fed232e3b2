// Written by theme-css.ts from PayoutPage.module.css: do not edit.
declare const classes: {
  readonly heading: string
  readonly headline: string
  readonly reference: string
}
export default classes
