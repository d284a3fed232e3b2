/** Reads `?a=b` as it stands: every value is text, the last of a repeated name counts. */
export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Writes an address part people can read and edit; members that are not text are left out. */
export function stringifyPlainSearch(search: Record<string, unknown>): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (typeof value === 'string') pairs.set(name, value)
  const text = pairs.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')
  return text === '' ? '' : `?${text}`
}
