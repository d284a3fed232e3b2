// Written by theme-css.ts from Modals.module.css: do not edit.
declare const classes: {
  readonly actions: string
  readonly body: string
  readonly saved: string
  readonly secret: string
  readonly warning: string
}
export default classes
