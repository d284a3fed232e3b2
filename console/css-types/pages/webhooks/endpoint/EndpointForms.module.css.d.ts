// Written by theme-css.ts from EndpointForms.module.css: do not edit.
declare const classes: {
  readonly target: string
}
export default classes
