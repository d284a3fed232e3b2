// Written by theme-css.ts from SavedViews.module.css: do not edit.
declare const classes: {
  readonly by: string
  readonly group: string
  readonly link: string
  readonly panel: string
  readonly view: string
  readonly views: string
}
export default classes
