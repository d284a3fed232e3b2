import { readFileSync, globSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { expect, test } from 'vitest'

/** Modules from lowest to highest layer. A module imports only from itself and from lower layers. */
const LAYERS = [
  ['kernel'],
  ['http', 'graphql', 'pix', 'console', 'files'],
  ['audit'],
  ['staff'],
  ['ledger'],
  ['merchants'],
  ['pix-accounts'],
  ['api-keys', 'balance', 'webhooks', 'inbox', 'request-log'],
  ['suspension', 'cells'],
  ['cases'],
  ['charges', 'payouts'],
  ['exceptions', 'payments', 'write-offs'],
  ['returns'],
  ['refunds', 'disputes', 'settlements'],
  ['statement', 'search', 'home', 'reconciliation'],
  ['exports', 'api-docs', 'jobs', 'console-cells'],
  ['sandbox'],
  ['metrics'],
  [''],
  ['cli'],
  ['testing'],
  ['simulation'],
]

const FILES_PER_FOLDER_MAX = 20

const RAW_STATEMENTS_MAX = 30

/** The files in the root folder of `src`. `main.ts` checks the version of Node.js, and then imports `serve.ts`. */
const ROOT = [
  'app.ts',
  'callbacks.ts',
  'cells-kit.ts',
  'cli.ts',
  'database.ts',
  'entities.ts',
  'jobs.ts',
  'kit.ts',
  'main.ts',
  'merchant-api.ts',
  'readiness.ts',
  'routes.ts',
  'sandbox-kit.ts',
  'schema.ts',
  'serve-metrics.ts',
  'serve.ts',
  'staff-cells.ts',
  'start-checks.ts',
]

/** The only files outside a module that may import the module's routes and resolvers. */
const REGISTRIES = ['routes.ts', 'schema.ts', 'app.ts']

/**
 * The only modules that may import the Pix simulator and the database server for tests. These modules may contain raw
 * SQL.
 */
const TEST_MODULES = ['testing', 'simulation']

const root = import.meta.dirname
const all = globSync('**/*.ts', { cwd: root })
const files = all.filter((file) => !file.endsWith('.test.ts'))

const source = (file: string): string => readFileSync(join(root, file), 'utf8')
/**
 * Returns the module of a file. `cli.ts` belongs to module `cli`. The other files in the root folder are one module
 * with an empty name.
 */
const moduleOf = (file: string): string =>
  file === 'cli.ts' ? 'cli' : file.includes('/') ? (file.split('/')[0] ?? '') : ''
const layerOf = (file: string): number => LAYERS.findIndex((modules) => modules.includes(moduleOf(file)))
/**
 * Returns whether a file contains routes or resolvers. `*.http.ts` files contain Express routes outside the merchant
 * API.
 */
const isRegistered = (file: string): boolean => /\.(rest|graphql|http)\.ts$/.test(file)
/** Returns whether a file contains routes, resolvers, or GraphQL types that resolvers share. */
const isSurface = (file: string): boolean => isRegistered(file) || file.endsWith('.type.ts')
const uses = (file: string, pattern: RegExp): boolean => pattern.test(source(file))

const imports = files.flatMap((from) =>
  Array.from(source(from).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g), ([, path = '']) => ({
    from,
    to: normalize(join(dirname(from), path)),
  })),
)
const inside = imports.filter(({ to }) => !to.startsWith('..'))

/** Returns the nodes of the graph that are part of a cycle. */
function circular(edges: { from: string; to: string }[]): string[] {
  const next = Map.groupBy(edges, ({ from }) => from)
  const reaches = (from: string, target: string, seen: Set<string>): boolean =>
    (next.get(from) ?? []).some(({ to }) => {
      if (to === target) return true
      if (seen.has(to)) return false
      seen.add(to)
      return reaches(to, target, seen)
    })
  return Array.from(next.keys()).filter((node) => reaches(node, node, new Set()))
}

test('every module belongs to a layer', () => {
  expect(files.filter((file) => layerOf(file) < 0)).toEqual([])
})

test('the root folder contains exactly the files of ROOT', () => {
  expect(files.filter((file) => !file.includes('/')).toSorted()).toEqual(ROOT)
})

test(`no folder has more than ${FILES_PER_FOLDER_MAX} files`, () => {
  const sizes = Array.from(
    Map.groupBy(files, (file) => dirname(file)),
    ([folder, of]) => ({ folder, files: of.length }),
  )
  expect(sizes.filter((folder) => folder.files > FILES_PER_FOLDER_MAX)).toEqual([])
})

test('a module imports only from itself and from lower layers', () => {
  const upward = inside.filter(
    ({ from, to }) => moduleOf(from) !== moduleOf(to) && layerOf(from) <= layerOf(to),
  )
  expect(upward).toEqual([])
})

test('the files of a module have no import cycles', () => {
  expect(circular(inside.filter(({ from, to }) => moduleOf(from) === moduleOf(to)))).toEqual([])
})

test('the folders of a module have no import cycles', () => {
  const folders = inside.map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
  const siblings = folders.filter(
    ({ from, to }) =>
      from.includes('/') && to.includes('/') && from !== to && moduleOf(from) === moduleOf(to),
  )
  expect(circular(siblings)).toEqual([])
})

test('only the files of REGISTRIES import routes and resolvers of other modules', () => {
  const reaching = inside.filter(
    ({ from, to }) => isRegistered(to) && !REGISTRIES.includes(from) && moduleOf(from) !== moduleOf(to),
  )
  expect(reaching).toEqual([])
})

test('only routes, the files of the root folder and the API documentation import the HTTP module', () => {
  const allowed = ['http', 'api-docs', '', ...TEST_MODULES]
  const importers = inside.filter(({ to }) => moduleOf(to) === 'http').map(({ from }) => from)
  expect(
    importers.filter((from) => !/\.(rest|http)\.ts$/.test(from) && !allowed.includes(moduleOf(from))),
  ).toEqual([])
})

test('use cases import no web framework, and routes or resolvers import no database library', () => {
  const web = ['http', 'graphql', 'console', 'console-cells', 'api-docs', '', 'testing', 'simulation']
  const domain = files.filter((file) => !isSurface(file) && !web.includes(moduleOf(file)))
  expect(
    domain.filter((file) => uses(file, /from '(express|type-graphql|graphql|@apollo\/server)'/)),
  ).toEqual([])
  expect(files.filter((file) => isSurface(file) && uses(file, /from '(@mikro-orm\/|pg'|kysely)/))).toEqual([])
})

test(`only *.sql.ts files contain raw SQL statements, at most ${RAW_STATEMENTS_MAX} in all`, () => {
  const raw = files.filter(
    (file) => !TEST_MODULES.includes(moduleOf(file)) && uses(file, /database\/sql\.ts'/),
  )
  expect(raw.filter((file) => !file.endsWith('.sql.ts'))).toEqual([])
  const statements = raw.flatMap((file) => Array.from(source(file).matchAll(/\bsql(?:<[^(`]*>)?\(/g)))
  expect(statements.length).toBeLessThanOrEqual(RAW_STATEMENTS_MAX)
})

test('a Kysely sql fragment is an expression, never a whole statement', () => {
  const statement = /\bsql(?:<[^(`]*>)?`\s*(?:select|insert|update|delete|with|merge)\b/i
  expect(files.filter((file) => !TEST_MODULES.includes(moduleOf(file)) && uses(file, statement))).toEqual([])
})

test('the server imports neither the Pix simulator nor the database server for tests', () => {
  const out = imports.filter(({ from, to }) => to.startsWith('..') && !TEST_MODULES.includes(moduleOf(from)))
  expect(out.filter(({ to }) => !to.startsWith('../migrations/'))).toEqual([])
})

test('only the modules kernel and testing call the system clock, random generators and timers', () => {
  const ambient = /new Date\(\)|Date\.now|Math\.random|randomUUID|randomBytes|setTimeout\(|setInterval\(/
  expect(
    files.filter((file) => !['kernel', 'testing'].includes(moduleOf(file)) && uses(file, ambient)),
  ).toEqual([])
})

test('only the entry points read the environment', () => {
  const readers = files.filter((file) => moduleOf(file) !== 'testing' && uses(file, /process\.env/))
  expect(readers.filter((file) => !['main.ts', 'cli.ts'].includes(file))).toEqual([])
})

test('no file is named index, has a vague name or has a default export', () => {
  expect(all.filter((file) => /(^|\/)index\.ts$/.test(file))).toEqual([])
  expect(all.filter((file) => /(manager|helper|utils|container)\.ts$/i.test(file))).toEqual([])
  expect(
    files.filter((file) => file !== 'testing/database-server.ts' && uses(file, /^export default/m)),
  ).toEqual([])
})
