// Written by theme-css.ts from LoadMore.module.css: do not edit.
declare const classes: {
  readonly foot: string
  readonly shown: string
}
export default classes
