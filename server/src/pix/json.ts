/** The value of a JSON text; undefined when there is no text or it is not JSON. */
export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

/** The first `charsMax` code points. */
export const truncate = (text: string, charsMax: number): string =>
  text.length <= charsMax ? text : Array.from(text).slice(0, charsMax).join('')
