import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import { preset } from '@graphql-codegen/client-preset'
import { buildSchema, Kind, parse, validate, type DocumentNode } from 'graphql'

/**
 * Generates the typed GraphQL documents of the console from `server/schema.graphql` and every
 * `src/**\/*.graphql`. With `--check` the script writes nothing and exits with 1 when a committed file is stale.
 */

const ROOT = import.meta.dirname
const OUT = 'src/api/generated/'

const schemaText = readFileSync(`${ROOT}/../server/schema.graphql`, 'utf8')
const schema = buildSchema(schemaText)

const documents = globSync('src/**/*.graphql', { cwd: ROOT })
  .toSorted()
  .map((location) => {
    const rawSDL = readFileSync(`${ROOT}/${location}`, 'utf8')
    return {
      location,
      rawSDL,
      document: parse(rawSDL),
      hash: createHash('sha256').update(rawSDL).digest('hex'),
    }
  })

const allDocuments = parse(documents.map(({ rawSDL }) => rawSDL).join('\n'))
const faults = validate(schema, allDocuments)
if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join('\n'))

const config = {
  documentMode: 'string',
  enumsAsTypes: true,
  strictScalars: true,
  useTypeImports: true,
  skipTypename: true,
  scalars: {
    Cents: 'string',
    DateTime: 'string',
    ID: 'string',
    LocalizedText: 'readonly [ptBr: string, en: string]',
    SessionId: 'string',
    Uuid: 'string',
  },
} as const

/** Returns the name of the operation that a GraphQL document defines. */
function nameOf(definitions: DocumentNode['definitions']): string | undefined {
  return definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION)?.name?.value
}

const plans = await preset.buildGeneratesSection({
  baseOutputDir: OUT,
  schema: parse(schemaText),
  schemaAst: schema,
  documents,
  config,
  pluginMap: {},
  plugins: [],
  presetConfig: {
    fragmentMasking: false,
    // Replaces each GraphQL document with its hash, because the console sends only the hash. Keeps the name of the
    // operation, because the query keys contain it.
    persistedDocuments: { hashAlgorithm: 'sha256', mode: 'replaceDocumentWithHash' },
    onExecutableDocumentNode: ({ definitions }: DocumentNode) => ({ name: nameOf(definitions) }),
  },
})

/** Matches the generated constants of fragments. The script removes these constants, because no module imports them. */
const FRAGMENT_TEXTS = /^export const \w+FragmentDoc = [^`]*`[^`]*`.*\n/gm

/** The files that this script takes from the codegen preset. The console does not use the other files of the preset. */
const WANTED = [`${OUT}graphql.ts`, `${OUT}persisted-documents.json`]

// Generate the files in sequence, because the preset has the persisted documents only after generating `graphql.ts`.
let stale = false
mkdirSync(`${ROOT}/${OUT}`, { recursive: true })
for (const plan of plans.filter(({ filename }) => WANTED.includes(filename))) {
  const generated = await codegen({ ...plan, config: { ...config, ...plan.config } })
  const written = generated.replaceAll(FRAGMENT_TEXTS, '')
  const path = `${ROOT}/${plan.filename}`
  if (process.argv.includes('--check')) {
    const current = globSync(path).length > 0 ? readFileSync(path, 'utf8') : ''
    if (current.trimEnd() !== written.trimEnd()) {
      stale = true
      process.stderr.write(`${plan.filename} is stale: run pnpm --filter console codegen\n`)
    }
  } else writeFileSync(path, `${written.trimEnd()}\n`)
}
if (stale) process.exitCode = 1
