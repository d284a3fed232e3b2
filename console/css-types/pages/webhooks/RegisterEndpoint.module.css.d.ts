// Written by theme-css.ts from RegisterEndpoint.module.css: do not edit.
declare const classes: {
  readonly event: string
  readonly events: string
}
export default classes
