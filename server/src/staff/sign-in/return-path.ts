const BASE = 'https://console.invalid'
const CHARS_MAX = 2_000

/**
 * Returns the console page to open after the sign-in. Returns the first page for anything else, against open redirects.
 * Parses as browsers do: for them `/\host` and `/.//host` lead to another host.
 */
export function returnPath(input: unknown): string {
  if (typeof input !== 'string' || !input.startsWith('/') || !URL.canParse(input, BASE)) return '/'
  const { origin, pathname, search, hash } = new URL(input, BASE)
  const path = pathname + search + hash
  return origin === BASE && !path.startsWith('//') && path.length <= CHARS_MAX ? path : '/'
}
