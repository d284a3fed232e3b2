import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import { preset } from '@graphql-codegen/client-preset'
import { buildSchema, parse, validate } from 'graphql'

/**
 * Writes the typed documents of the console from `server/schema.graphql` and every `src/**\/*.graphql`.
 * With `--check` it writes nothing and exits with 1 when a committed file is stale.
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
  scalars: { Cents: 'string', DateTime: 'string', ID: 'string', SessionId: 'string', Uuid: 'string' },
} as const

const plans = await preset.buildGeneratesSection({
  baseOutputDir: OUT,
  schema: parse(schemaText),
  schemaAst: schema,
  documents,
  config,
  pluginMap: {},
  plugins: [],
  presetConfig: { fragmentMasking: false, persistedDocuments: { hashAlgorithm: 'sha256' } },
})

/** The other outputs of the preset are unused: documents are imported by name. */
const WANTED = [`${OUT}graphql.ts`, `${OUT}persisted-documents.json`]

// Sequential: the preset knows the persisted documents only after it has generated the typed documents.
let stale = false
mkdirSync(`${ROOT}/${OUT}`, { recursive: true })
for (const plan of plans.filter(({ filename }) => WANTED.includes(filename))) {
  const written = await codegen({ ...plan, config: { ...config, ...plan.config } })
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
