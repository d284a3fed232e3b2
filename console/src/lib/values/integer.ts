const DIGITS_MAX = 6

/** A whole number as a person types it; null when it is not one. */
export function parseInteger(typed: string): number | null {
  const text = typed.trim()
  return /^\d+$/.test(text) && text.length <= DIGITS_MAX ? Number(text) : null
}
