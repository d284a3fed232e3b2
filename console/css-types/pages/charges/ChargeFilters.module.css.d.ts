// Written by theme-css.ts from ChargeFilters.module.css: do not edit.
declare const classes: {
  readonly statuses: string
}
export default classes
