// Written by theme-css.ts from AuditPage.module.css: do not edit.
declare const classes: {
  readonly act: string
  readonly changes: string
  readonly line: string
  readonly raw: string
  readonly reason: string
  readonly sentence: string
}
export default classes
