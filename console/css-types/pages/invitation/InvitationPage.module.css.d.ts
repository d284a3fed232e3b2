// Written by theme-css.ts from InvitationPage.module.css: do not edit.
declare const classes: {
  readonly form: string
  readonly page: string
  readonly title: string
}
export default classes
