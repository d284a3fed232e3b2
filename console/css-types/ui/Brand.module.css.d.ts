// Written by theme-css.ts from Brand.module.css: do not edit.
declare const classes: {
  readonly brand: string
  readonly mark: string
  readonly name: string
}
export default classes
