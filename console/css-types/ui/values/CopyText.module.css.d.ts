// Written by theme-css.ts from CopyText.module.css: do not edit.
declare const classes: {
  readonly copy: string
  readonly text: string
}
export default classes
