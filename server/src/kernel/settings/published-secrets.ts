/**
 * Secrets that the documents and tests of this repository contain. They protect nothing, because everybody can read
 * them.
 */
export const PUBLISHED_SECRETS: ReadonlySet<string> = new Set([
  'world-callback-secret',
  'world-secret',
  'a-secret-of-the-network',
])
