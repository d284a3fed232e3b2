// Written by theme-css.ts from AuditPage.module.css: do not edit.
declare const classes: {
  readonly act: string
  readonly code: string
}
export default classes
