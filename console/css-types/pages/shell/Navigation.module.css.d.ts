// Written by theme-css.ts from Navigation.module.css: do not edit.
declare const classes: {
  readonly group: string
  readonly link: string
  readonly nav: string
}
export default classes
