// Written by theme-css.ts from FrozenFields.module.css: do not edit.
declare const classes: {
  readonly fields: string
}
export default classes
