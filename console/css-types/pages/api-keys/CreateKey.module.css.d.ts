// Written by theme-css.ts from CreateKey.module.css: do not edit.
declare const classes: {
  readonly expiry: string
  readonly presets: string
  readonly scopes: string
}
export default classes
