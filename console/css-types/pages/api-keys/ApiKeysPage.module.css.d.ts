// Written by theme-css.ts from ApiKeysPage.module.css: do not edit.
declare const classes: {
  readonly by: string
  readonly name: string
  readonly never: string
  readonly prefix: string
  readonly scope: string
  readonly scopes: string
  readonly stack: string
}
export default classes
