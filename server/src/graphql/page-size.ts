/** The largest page: the maximum of `first`. */
export const FIRST_MAX = 100
/** The page size when `first` is absent. */
export const FIRST_DEFAULT = 50
/** The most rows that `totalCount` counts. A longer list reports one more. */
export const COUNTED_MAX = 1_000
