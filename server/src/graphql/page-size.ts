/** The largest page: the maximum of `first`. */
export const FIRST_MAX = 100
/** The page size when `first` is absent. */
export const FIRST_DEFAULT = 50
/** The highest exact `totalCount`. For any longer list, `totalCount` is this number plus one. */
export const COUNTED_MAX = 1_000
