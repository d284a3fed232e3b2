// Written by theme-css.ts from Money.module.css: do not edit.
declare const classes: {
  readonly money: string
}
export default classes
