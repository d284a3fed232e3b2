// Written by theme-css.ts from ChunkLoadError.module.css: do not edit.
declare const classes: {
  readonly failed: string
}
export default classes
