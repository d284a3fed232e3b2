// Written by theme-css.ts from PemField.module.css: do not edit.
declare const classes: {
  readonly field: string
  readonly pem: string
}
export default classes
