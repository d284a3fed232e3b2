// Written by theme-css.ts from CasePage.module.css: do not edit.
declare const classes: {
  readonly column: string
  readonly columns: string
  readonly evidence: string
  readonly heading: string
  readonly summary: string
  readonly title: string
}
export default classes
