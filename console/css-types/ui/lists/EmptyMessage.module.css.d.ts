// Written by theme-css.ts from EmptyMessage.module.css: do not edit.
declare const classes: {
  readonly body: string
  readonly empty: string
  readonly icon: string
  readonly title: string
}
export default classes
