// Written by theme-css.ts from RangeFilter.module.css: do not edit.
declare const classes: {
  readonly fields: string
  readonly note: string
  readonly presets: string
}
export default classes
