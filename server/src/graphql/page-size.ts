/** Rows of one page that the console may ask for. */
export const FIRST_MAX = 100
/** Rows of a page when the console does not say. */
export const FIRST_DEFAULT = 50
