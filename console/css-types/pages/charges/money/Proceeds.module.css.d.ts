// Written by theme-css.ts from Proceeds.module.css: do not edit.
declare const classes: {
  readonly obstacles: string
  readonly part: string
  readonly parts: string
}
export default classes
