// Written by theme-css.ts from TotpSetup.module.css: do not edit.
declare const classes: {
  readonly key: string
  readonly name: string
  readonly offer: string
  readonly picture: string
}
export default classes
