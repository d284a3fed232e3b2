// Written by theme-css.ts from LiveDot.module.css: do not edit.
declare const classes: {
  readonly dot: string
  readonly live: string
}
export default classes
