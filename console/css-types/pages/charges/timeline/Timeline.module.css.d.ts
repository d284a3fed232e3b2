// Written by theme-css.ts from Timeline.module.css: do not edit.
declare const classes: {
  readonly at: string
  readonly detail: string
  readonly icon: string
  readonly item: string
  readonly notification: string
  readonly text: string
  readonly timeline: string
  readonly title: string
}
export default classes
