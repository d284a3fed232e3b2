// Written by theme-css.ts from ChooseMerchant.module.css: do not edit.
declare const classes: {
  readonly arrow: string
  readonly document: string
  readonly list: string
  readonly merchant: string
  readonly name: string
  readonly words: string
}
export default classes
