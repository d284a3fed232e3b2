const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** A browser and its system in two words, from what the browser calls itself; null when it is nothing known. */
export function deviceOf(userAgent: string | null): string | null {
  const named = (known: readonly (readonly [sign: string, name: string])[]) =>
    known.find(([sign]) => userAgent?.includes(sign))?.[1]
  const words = [named(BROWSERS), named(SYSTEMS)].filter((word) => word !== undefined)
  return words.length === 0 ? null : words.join(' · ')
}
