import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPaths } from '../../paths.ts'
import { documentBreaks } from './document-breaks.ts'
import { currentDocument, publishedFile, readPublished } from './published.ts'

/**
 * Stores the current OpenAPI document as the last published one. Refuses a document with breaking changes. The option
 * `--breaking` allows breaking changes.
 */
const server = join(findPaths('.data').root, 'server')
const current = currentDocument()
const breaks = existsSync(publishedFile(server)) ? documentBreaks(readPublished(server), current) : []
if (breaks.length > 0 && !process.argv.includes('--breaking')) {
  process.stderr.write(`${breaks.join('\n')}\n${breaks.length} breaking changes.\n`)
  process.exitCode = 1
} else {
  writeFileSync(publishedFile(server), `${JSON.stringify(current, null, 1)}\n`)
}
