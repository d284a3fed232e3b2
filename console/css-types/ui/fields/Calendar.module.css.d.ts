// Written by theme-css.ts from Calendar.module.css: do not edit.
declare const classes: {
  readonly month: string
}
export default classes
