// Written by theme-css.ts from AuthDialogs.module.css: do not edit.
declare const classes: {
  readonly layer: string
}
export default classes
