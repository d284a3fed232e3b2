// Written by theme-css.ts from Performance.module.css: do not edit.
declare const classes: {
  readonly errors: string
  readonly heading: string
  readonly hint: string
  readonly name: string
  readonly table: string
}
export default classes
