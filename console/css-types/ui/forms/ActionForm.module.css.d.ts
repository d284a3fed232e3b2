// Written by theme-css.ts from ActionForm.module.css: do not edit.
declare const classes: {
  readonly form: string
}
export default classes
