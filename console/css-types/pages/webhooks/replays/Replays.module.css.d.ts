// Written by theme-css.ts from Replays.module.css: do not edit.
declare const classes: {
  readonly endpoint: string
  readonly matched: string
  readonly note: string
  readonly progress: string
  readonly when: string
}
export default classes
