// Written by theme-css.ts from Attempts.module.css: do not edit.
declare const classes: {
  readonly attempt: string
  readonly attempts: string
  readonly bar: string
  readonly code: string
  readonly copies: string
  readonly error: string
  readonly facts: string
  readonly header: string
  readonly hint: string
  readonly legend: string
  readonly phases: string
  readonly side: string
}
export default classes
