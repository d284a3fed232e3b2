// Written by theme-css.ts from FilterPill.module.css: do not edit.
declare const classes: {
  readonly actions: string
  readonly bar: string
  readonly button: string
  readonly clear: string
  readonly dropdown: string
  readonly pill: string
  readonly value: string
}
export default classes
