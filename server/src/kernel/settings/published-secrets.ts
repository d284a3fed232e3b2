/**
 * Values that the documents and tests of this repository show. Everybody can read them, so that they protect nothing.
 */
export const PUBLISHED_SECRETS: ReadonlySet<string> = new Set([
  'world-callback-secret',
  'world-secret',
  'a-secret-of-the-network',
])
