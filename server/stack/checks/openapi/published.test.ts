import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentBreaks } from './document-breaks.ts'
import { currentDocument, readPublished } from './published.ts'

// `npx pnpm openapi-publish` stores the current document after a release.
test('the OpenAPI document has no breaking change since the last published document', () => {
  const published = readPublished(join(import.meta.dirname, '..', '..', '..'))
  expect(documentBreaks(published, currentDocument())).toEqual([])
})
