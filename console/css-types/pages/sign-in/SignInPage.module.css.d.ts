// Written by theme-css.ts from SignInPage.module.css: do not edit.
declare const classes: {
  readonly about: string
  readonly art: string
  readonly error: string
  readonly fields: string
  readonly form: string
  readonly language: string
  readonly languages: string
  readonly main: string
  readonly notice: string
  readonly page: string
  readonly pitch: string
  readonly slogan: string
  readonly smallBrand: string
  readonly subtitle: string
  readonly title: string
  readonly words: string
}
export default classes
