// Written by theme-css.ts from StatementPage.module.css: do not edit.
declare const classes: {
  readonly about: string
  readonly after: string
  readonly amount: string
  readonly day: string
  readonly dayHead: string
  readonly entry: string
  readonly head: string
  readonly label: string
  readonly mark: string
  readonly name: string
  readonly note: string
  readonly position: string
  readonly posted: string
  readonly scroll: string
  readonly table: string
  readonly window: string
}
export default classes
