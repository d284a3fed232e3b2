// Written by theme-css.ts from ErrorPanel.module.css: do not edit.
declare const classes: {
  readonly body: string
  readonly correlation: string
  readonly icon: string
  readonly panel: string
  readonly text: string
  readonly title: string
}
export default classes
