// Written by theme-css.ts from ChargeFacts.module.css: do not edit.
declare const classes: {
  readonly payer: string
}
export default classes
