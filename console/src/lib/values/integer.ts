const DIGITS_MAX = 6

/** Parses a typed integer of at most six digits. Returns null for any other text. */
export function parseInteger(typed: string): number | null {
  const text = typed.trim()
  return /^\d+$/.test(text) && text.length <= DIGITS_MAX ? Number(text) : null
}
