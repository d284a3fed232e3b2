// Written by theme-css.ts from WebhooksPage.module.css: do not edit.
declare const classes: {
  readonly endpoint: string
  readonly events: string
  readonly url: string
}
export default classes
