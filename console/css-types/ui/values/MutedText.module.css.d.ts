// Written by theme-css.ts from MutedText.module.css: do not edit.
declare const classes: {
  readonly muted: string
}
export default classes
