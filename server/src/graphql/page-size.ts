/** Rows of one page that the console may ask for. */
export const FIRST_MAX = 100
/** Rows of a page when the console does not say. */
export const FIRST_DEFAULT = 50
/** Rows that are counted before a list is only said to have more. */
export const COUNTED_MAX = 1_000
/** The field that counts them. */
export const COUNT_FIELD = 'totalCount'
