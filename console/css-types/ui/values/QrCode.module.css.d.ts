// Written by theme-css.ts from QrCode.module.css: do not edit.
declare const classes: {
  readonly code: string
}
export default classes
