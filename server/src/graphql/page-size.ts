/** The maximum of `first`, which is the size of a page. */
export const FIRST_MAX = 100
/** The page size when `first` is absent. */
export const FIRST_DEFAULT = 50
/** The highest `totalCount` that is exact. For all longer lists, `totalCount` is this number plus one. */
export const COUNTED_MAX = 1_000
