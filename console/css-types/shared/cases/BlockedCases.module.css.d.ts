// Written by theme-css.ts from BlockedCases.module.css: do not edit.
declare const classes: {
  readonly amount: string
  readonly cases: string
}
export default classes
