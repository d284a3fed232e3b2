const BASE = 'https://console.invalid'
const CHARS_MAX = 2_000

/**
 * Returns `input`, the console page to open after the sign-in, if it is a path within the console. Otherwise returns
 * the path of the first page, which prevents open redirects. The function parses paths as browsers do, because in a
 * browser `/\host` and `/.//host` lead to another host.
 */
export function returnPath(input: unknown): string {
  if (typeof input !== 'string' || !input.startsWith('/') || !URL.canParse(input, BASE)) return '/'
  const { origin, pathname, search, hash } = new URL(input, BASE)
  const path = pathname + search + hash
  return origin === BASE && !path.startsWith('//') && path.length <= CHARS_MAX ? path : '/'
}
