import { readFileSync, globSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** From the ground up. A file may import its own folder and any folder on a lower floor. */
const FLOORS = [
  ['kernel'],
  ['http', 'graphql', 'pix'],
  ['audit'],
  ['merchants', 'staff'],
  ['api-keys', 'ledger', 'webhooks'],
  ['cases'],
  ['charges', 'payouts'],
  ['refunds', 'disputes', 'settlements'],
  ['statement'],
  ['exports'],
  [''],
  ['testing'],
  ['simulation'],
]

/** The only files that may open a module's doors; everyone else calls its verbs. */
const DOORKEEPERS = ['routes.ts', 'schema.ts']

/** The only folders that may import the stand-in for the network, or what starts a database. */
const WITH_FAR_END = ['testing', 'simulation']

const root = import.meta.dirname
const all = globSync('**/*.ts', { cwd: root })
const modules = all.filter((file) => !file.endsWith('.test.ts'))

const source = (file: string): string => readFileSync(join(root, file), 'utf8')
const room = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '')
const floor = (file: string): number => FLOORS.findIndex((rooms) => rooms.includes(room(file)))
const isDoor = (file: string): boolean => /\.(rest|graphql)\.ts$/.test(file)
/** A door, or the shapes that GraphQL doors share. */
const isFace = (file: string): boolean => isDoor(file) || file.endsWith('.type.ts')
const uses = (file: string, pattern: RegExp): boolean => pattern.test(source(file))

const imports = modules.flatMap((from) =>
  Array.from(source(from).matchAll(/from '(\.[^']+)'/g), ([, path = '']) => ({
    from,
    to: normalize(join(dirname(from), path)),
  })),
)
const inside = imports.filter(({ to }) => !to.startsWith('..'))

test('every folder stands on a floor', () => {
  expect(modules.filter((file) => floor(file) < 0)).toEqual([])
})

test('imports run downward', () => {
  expect(inside.filter(({ from, to }) => room(from) !== room(to) && floor(from) <= floor(to))).toEqual([])
})

test('no two files of a folder import each other, by whatever way round', () => {
  const edges = Map.groupBy(
    inside.filter(({ from, to }) => room(from) === room(to)),
    ({ from }) => from,
  )
  const reaches = (from: string, target: string, seen: Set<string>): boolean =>
    (edges.get(from) ?? []).some(({ to }) => {
      if (to === target) return true
      if (seen.has(to)) return false
      seen.add(to)
      return reaches(to, target, seen)
    })
  expect(modules.filter((file) => reaches(file, file, new Set()))).toEqual([])
})

test('only the doorkeepers import routes and resolvers', () => {
  const open = inside.filter(
    ({ from, to }) => isDoor(to) && !DOORKEEPERS.includes(from) && room(from) !== room(to),
  )
  expect(open).toEqual([])
})

test('the domain knows no door, and no door knows the database', () => {
  const faces = ['http', 'graphql', '', 'testing', 'simulation']
  const domain = modules.filter((file) => !isFace(file) && !faces.includes(room(file)))
  expect(
    domain.filter((file) => uses(file, /from '(express|type-graphql|graphql|@apollo\/server)'/)),
  ).toEqual([])
  expect(modules.filter((file) => isFace(file) && uses(file, /from '(@mikro-orm\/|pg'|kysely)/))).toEqual([])
})

test('the server never imports the network that it speaks to, nor what starts its database', () => {
  const out = imports.filter(({ from, to }) => to.startsWith('..') && !WITH_FAR_END.includes(room(from)))
  expect(out.filter(({ to }) => !to.startsWith('../migrations/'))).toEqual([])
})

test('time, ids and chance come from the context alone', () => {
  const wild = /new Date\(\)|Date\.now|Math\.random|randomUUID|randomBytes|setTimeout\(|setInterval\(/
  expect(
    modules.filter((file) => room(file) !== 'kernel' && room(file) !== 'testing' && uses(file, wild)),
  ).toEqual([])
})

test('settings are read in one place', () => {
  const readers = modules.filter((file) => uses(file, /process\.env/))
  expect(
    readers.filter(
      (file) => !['main.ts', 'cli.ts', 'cli-tool.ts'].includes(file) && room(file) !== 'testing',
    ),
  ).toEqual([])
})

test('no barrels, no default exports, no vague names', () => {
  expect(all.filter((file) => /(^|\/)index\.ts$/.test(file))).toEqual([])
  expect(all.filter((file) => /(manager|helper|utils|container)\.ts$/i.test(file))).toEqual([])
  expect(
    modules.filter((file) => file !== 'testing/database-server.ts' && uses(file, /^export default/m)),
  ).toEqual([])
})
