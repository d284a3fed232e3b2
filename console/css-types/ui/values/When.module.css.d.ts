// Written by theme-css.ts from When.module.css: do not edit.
declare const classes: {
  readonly ago: string
  readonly card: string
  readonly details: string
  readonly moment: string
  readonly row: string
  readonly zone: string
}
export default classes
