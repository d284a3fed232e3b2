// Written by theme-css.ts from PixCode.module.css: do not edit.
declare const classes: {
  readonly code: string
  readonly note: string
  readonly picture: string
  readonly pix: string
}
export default classes
