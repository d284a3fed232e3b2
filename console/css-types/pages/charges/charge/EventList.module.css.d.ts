// Written by theme-css.ts from EventList.module.css: do not edit.
declare const classes: {
  readonly arrow: string
  readonly at: string
  readonly attempts: string
  readonly delivery: string
  readonly event: string
  readonly events: string
  readonly header: string
  readonly line: string
  readonly next: string
  readonly outcome: string
  readonly summary: string
  readonly url: string
}
export default classes
