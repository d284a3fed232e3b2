import names from './ispb.json' with { type: 'json' }

/** The names of the institutions by ISPB, from the Central Bank's list of participants in August 2026. */
const NAMES: Readonly<Record<string, string>> = names

/** Returns the name of the institution with this ISPB; null when the list does not contain it. */
export const bankNameOf = (ispb: string): string | null =>
  Object.hasOwn(NAMES, ispb) ? (NAMES[ispb] ?? null) : null
