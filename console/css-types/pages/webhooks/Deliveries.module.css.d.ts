// Written by theme-css.ts from Deliveries.module.css: do not edit.
declare const classes: {
  readonly cell: string
  readonly drawer: string
  readonly error: string
  readonly event: string
  readonly eventType: string
  readonly facts: string
  readonly line: string
}
export default classes
