// Written by theme-css.ts from PreviousNextLinks.module.css: do not edit.
declare const classes: {
  readonly links: string
}
export default classes
