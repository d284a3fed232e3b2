// Written by theme-css.ts from Skeletons.module.css: do not edit.
declare const classes: {
  readonly block: string
  readonly blocks: string
  readonly row: string
  readonly rows: string
}
export default classes
