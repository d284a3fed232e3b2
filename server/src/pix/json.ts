/** Parses JSON. Returns undefined for an undefined or malformed text. */
export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

/**
 * Returns whether a parsed value is a JSON object. The check must be cheap, because it runs for every answer of a PSP.
 */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the first `charsMax` code points of a text. */
export const truncate = (text: string, charsMax: number): string =>
  text.length <= charsMax ? text : Array.from(text).slice(0, charsMax).join('')
