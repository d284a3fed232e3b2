// Written by theme-css.ts from AccountMenu.module.css: do not edit.
declare const classes: {
  readonly avatar: string
  readonly menu: string
  readonly note: string
  readonly setting: string
  readonly who: string
}
export default classes
