// Written by theme-css.ts from DataTable.module.css: do not edit.
declare const classes: {
  readonly card: string
  readonly cards: string
  readonly rowAside: string
  readonly rowCard: string
  readonly rowLine: string
  readonly rowNote: string
  readonly rowTitle: string
  readonly scroll: string
  readonly sort: string
  readonly sortArrow: string
  readonly table: string
  readonly visuallyHidden: string
}
export default classes
