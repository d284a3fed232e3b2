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

/** Returns the browser and the operating system of a user agent: `Chrome · Linux`; null when both are unknown. */
export function deviceOf(userAgent: string | null): string | null {
  const named = (known: readonly (readonly [sign: string, name: string])[]) =>
    known.find(([sign]) => userAgent?.includes(sign))?.[1]
  const words = [named(BROWSERS), named(SYSTEMS)].filter((word) => word !== undefined)
  return words.length === 0 ? null : words.join(' · ')
}
