// Written by theme-css.ts from Callout.module.css: do not edit.
declare const classes: {
  readonly callout: string
  readonly text: string
}
export default classes
