// Written by theme-css.ts from List.module.css: do not edit.
declare const classes: {
  readonly newRows: string
  readonly pill: string
}
export default classes
