// Written by theme-css.ts from Page.module.css: do not edit.
declare const classes: {
  readonly actions: string
  readonly aside: string
  readonly card: string
  readonly crumb: string
  readonly description: string
  readonly flush: string
  readonly header: string
  readonly headings: string
  readonly padded: string
  readonly page: string
  readonly section: string
  readonly sectionHeader: string
  readonly sectionTitle: string
  readonly title: string
}
export default classes
