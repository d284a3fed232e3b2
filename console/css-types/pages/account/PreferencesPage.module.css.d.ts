// Written by theme-css.ts from PreferencesPage.module.css: do not edit.
declare const classes: {
  readonly hint: string
  readonly name: string
  readonly setting: string
}
export default classes
