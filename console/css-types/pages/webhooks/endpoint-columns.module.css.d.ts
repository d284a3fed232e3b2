// Written by theme-css.ts from endpoint-columns.module.css: do not edit.
declare const classes: {
  readonly bar: string
  readonly failures: string
  readonly outcome: string
  readonly words: string
}
export default classes
