// Written by theme-css.ts from Badge.module.css: do not edit.
declare const classes: {
  readonly badge: string
}
export default classes
