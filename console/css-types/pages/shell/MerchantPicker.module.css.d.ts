// Written by theme-css.ts from MerchantPicker.module.css: do not edit.
declare const classes: {
  readonly missing: string
}
export default classes
