// Written by theme-css.ts from AuditLink.module.css: do not edit.
declare const classes: {
  readonly link: string
}
export default classes
