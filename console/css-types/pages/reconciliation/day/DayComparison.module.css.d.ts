// Written by theme-css.ts from DayComparison.module.css: do not edit.
declare const classes: {
  readonly comparison: string
}
export default classes
