// Written by theme-css.ts from Payments.module.css: do not edit.
declare const classes: {
  readonly endToEnd: string
  readonly outcome: string
}
export default classes
