// Written by theme-css.ts from RecoveryCodes.module.css: do not edit.
declare const classes: {
  readonly all: string
  readonly codes: string
}
export default classes
