// Written by theme-css.ts from PixAccountsPage.module.css: do not edit.
declare const classes: {
  readonly actions: string
  readonly lines: string
  readonly note: string
}
export default classes
