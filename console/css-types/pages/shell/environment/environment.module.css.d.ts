// Written by theme-css.ts from environment.module.css: do not edit.
declare const classes: {
  readonly banner: string
  readonly hint: string
  readonly switch: string
}
export default classes
