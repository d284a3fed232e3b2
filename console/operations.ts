import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Writes a file that maps ids to the persisted GraphQL operations of this build. The server accepts only these
 * operations. The name of the file starts with a dot, because the server does not serve such files to browsers.
 */
export function operations(): Plugin {
  return {
    name: 'console-operations',
    apply: 'build',
    generateBundle() {
      const source = readFileSync(`${import.meta.dirname}/src/api/generated/persisted-documents.json`, 'utf8')
      this.emitFile({ type: 'asset', fileName: '.operations.json', source })
    },
  }
}
