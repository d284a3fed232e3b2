// Written by theme-css.ts from EventType.module.css: do not edit.
declare const classes: {
  readonly code: string
  readonly type: string
}
export default classes
