// Written by theme-css.ts from DetailList.module.css: do not edit.
declare const classes: {
  readonly list: string
  readonly name: string
  readonly row: string
  readonly value: string
}
export default classes
