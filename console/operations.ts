import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Emits the persisted operations of this build by id. The server accepts no other operation. The leading dot
 * keeps the server from serving the file.
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
