// Written by theme-css.ts from DisabledReason.module.css: do not edit.
declare const classes: {
  readonly reason: string
  readonly rowReason: string
  readonly stack: string
}
export default classes
