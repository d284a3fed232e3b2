// Written by theme-css.ts from Summary.module.css: do not edit.
declare const classes: {
  readonly headline: string
  readonly part: string
  readonly parts: string
  readonly summary: string
  readonly tables: string
}
export default classes
