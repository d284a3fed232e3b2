// Written by theme-css.ts from Form.module.css: do not edit.
declare const classes: {
  readonly actions: string
  readonly correlation: string
  readonly error: string
}
export default classes
