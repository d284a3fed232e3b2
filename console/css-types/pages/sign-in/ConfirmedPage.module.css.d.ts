// Written by theme-css.ts from ConfirmedPage.module.css: do not edit.
declare const classes: {
  readonly page: string
}
export default classes
