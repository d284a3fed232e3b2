/**
 * Secrets that the documents and tests of this repository contain. Such a secret protects nothing, because everybody
 * can read it.
 */
export const PUBLISHED_SECRETS: ReadonlySet<string> = new Set([
  'world-callback-secret',
  'world-secret',
  'a-secret-of-the-network',
])
