// Written by theme-css.ts from CommandPalette.module.css: do not edit.
declare const classes: {
  readonly detail: string
  readonly field: string
  readonly hit: string
  readonly hits: string
  readonly kind: string
  readonly note: string
  readonly scope: string
  readonly title: string
}
export default classes
