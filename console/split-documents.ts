import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The module with all GraphQL documents of the console. */
const SOURCE = '/src/api/generated/graphql.ts'
/** The id of the module of a single document is this prefix, followed by the name of the document. */
const PREFIX = '\0document:'

const IMPORT = /^import \{([^}]*)\} from ["'][^"']*\/generated\/graphql\.ts["'];?$/gm
const DOCUMENT = /^export const (\w+) = (\{.*\}) as unknown as /gm

/**
 * Loads each GraphQL document from its own module, so that a chunk contains only the documents of its pages. In one
 * common module, the first visit would load the ids of all documents. These ids are hashes, so they cannot be
 * compressed.
 */
export function splitDocuments(): Plugin {
  const source = readFileSync(`${import.meta.dirname}${SOURCE}`, 'utf8')
  const documents = new Map(
    Array.from(source.matchAll(DOCUMENT), ([, name = '', value = '']) => [name, value]),
  )
  return {
    name: 'console-split-documents',
    apply: 'build',
    // After the types have been removed, every imported name is the name of a document.
    enforce: 'post',
    resolveId: (id) => (id.startsWith(PREFIX) ? id : null),
    load(id) {
      if (!id.startsWith(PREFIX)) return null
      const name = id.slice(PREFIX.length)
      const value = documents.get(name)
      if (value === undefined) this.error(`${SOURCE} exports no document ${name}`)
      return `export const ${name} = ${value}`
    },
    transform(code, id) {
      if (!id.startsWith(`${import.meta.dirname}/src/`) || !code.includes('/generated/graphql.ts'))
        return null
      const split = code.replaceAll(IMPORT, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => `import { ${name} } from ${JSON.stringify(PREFIX + (name.split(' ')[0] ?? ''))};`)
          .join(' '),
      )
      return { code: split, map: null }
    },
  }
}
