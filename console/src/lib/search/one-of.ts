/** Returns the value if it is one of `known`; undefined otherwise. */
export const oneOf = <Value extends string>(known: readonly Value[], value: unknown): Value | undefined =>
  known.find((one) => one === value)
