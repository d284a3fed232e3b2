// Written by theme-css.ts from EndpointPage.module.css: do not edit.
declare const classes: {
  readonly chartTitle: string
  readonly column: string
  readonly columns: string
  readonly heading: string
  readonly url: string
}
export default classes
