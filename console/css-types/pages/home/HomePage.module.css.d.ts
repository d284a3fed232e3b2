// Written by theme-css.ts from HomePage.module.css: do not edit.
declare const classes: {
  readonly columns: string
  readonly counts: string
  readonly lines: string
  readonly note: string
  readonly nothing: string
  readonly rows: string
  readonly scroll: string
  readonly sum: string
  readonly table: string
  readonly verdict: string
}
export default classes
