// Written by theme-css.ts from Shell.module.css: do not edit.
declare const classes: {
  readonly burger: string
  readonly content: string
  readonly drawer: string
  readonly main: string
  readonly shell: string
  readonly sidebar: string
  readonly skip: string
  readonly sticky: string
  readonly tools: string
  readonly topbar: string
  readonly zone: string
  readonly zoneNote: string
}
export default classes
