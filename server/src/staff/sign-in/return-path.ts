const ELSEWHERE = 'https://console.invalid'
const CHARS_MAX = 2_000

/**
 * A page of the console to go on to; the first page for anything that could lead out of it. Read as a browser reads
 * it, which takes `/\host` and `/./` before `/host` for the way to another host.
 */
export function returnPath(given: unknown): string {
  if (typeof given !== 'string' || !given.startsWith('/') || !URL.canParse(given, ELSEWHERE)) return '/'
  const { origin, pathname, search, hash } = new URL(given, ELSEWHERE)
  const path = pathname + search + hash
  return origin === ELSEWHERE && !path.startsWith('//') && path.length <= CHARS_MAX ? path : '/'
}
