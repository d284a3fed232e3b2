/** Returns the path to open after the sign-in; undefined if the target could be on another site. */
export function safeRedirect(target: unknown): string | undefined {
  if (typeof target !== 'string' || !target.startsWith('/')) return undefined
  const base = 'https://console.invalid'
  if (!URL.canParse(target, base)) return undefined
  const url = new URL(target, base)
  const path = url.pathname + url.search + url.hash
  return url.origin === base && !path.startsWith('//') ? path : undefined
}
