import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The operations of this build, by id: the only ones that its server takes. Beside the pages, but never served. */
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
