// Written by theme-css.ts from Figures.module.css: do not edit.
declare const classes: {
  readonly figure: string
  readonly figures: string
}
export default classes
