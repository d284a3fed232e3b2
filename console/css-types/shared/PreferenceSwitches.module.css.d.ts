// Written by theme-css.ts from PreferenceSwitches.module.css: do not edit.
declare const classes: {
  readonly option: string
}
export default classes
