// Written by theme-css.ts from root-error-boundary.module.css: do not edit.
declare const classes: {
  readonly screen: string
}
export default classes
