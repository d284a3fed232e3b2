// Written by theme-css.ts from Dialog.module.css: do not edit.
declare const classes: {
  readonly note: string
}
export default classes
