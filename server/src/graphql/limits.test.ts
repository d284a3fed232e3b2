import { buildSchema, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { ALIASES_MAX, DEPTH_MAX, DIRECTIVES_MAX, INTROSPECTION_DEPTH_MAX, LIMIT_RULES } from './limits.ts'

const schema = buildSchema('type Query { me: Person } type Person { name: String friend: Person }')
const faultsOf = (text: string): string[] =>
  validate(schema, parse(text), LIMIT_RULES).map(({ message }) => message)

/** `friend { friend { … name } }` with so many fields within each other. */
const chain = (fields: number): string => (fields === 1 ? 'name' : `friend { ${chain(fields - 1)} }`)
const aliases = (count: number): string =>
  Array.from({ length: count }, (_, n) => `a${n}: me { name }`).join(' ')

const TOO_DEEP = ['The operation asks for too much: depth.']

test('an operation may go as deep as any page needs, and no deeper', () => {
  expect(faultsOf(`{ me { ${chain(DEPTH_MAX - 1)} } }`)).toEqual([])
  expect(faultsOf(`{ me { ${chain(DEPTH_MAX)} } }`)).toEqual(TOO_DEEP)
})

test('depth is not hidden in fragments', () => {
  const parts = `fragment a on Person { friend { ...b } } fragment b on Person { ... on Person { ${chain(DEPTH_MAX - 1)} } }`
  expect(faultsOf(`query { me { ...a } } ${parts}`)).toEqual(TOO_DEEP)
  expect(faultsOf(`query { me { ...b } } ${parts}`)).toEqual([])
})

test('a fragment within itself is too deep, and is not followed for ever', () => {
  expect(faultsOf('query { me { ...a } } fragment a on Person { friend { ...a } }')).toEqual(TOO_DEEP)
})

test('introspection may nest as deep as the standard query, and lends nothing to other fields', () => {
  const typeOf = (fields: number): string => (fields === 1 ? 'name' : `ofType { ${typeOf(fields - 1)} }`)
  const introspection = (depth: number) => `__type(name: "Person") { ${typeOf(depth - 1)} }`
  expect(faultsOf(`{ ${introspection(INTROSPECTION_DEPTH_MAX)} }`)).toEqual([])
  expect(faultsOf(`{ ${introspection(INTROSPECTION_DEPTH_MAX + 1)} }`)).toEqual(TOO_DEEP)
  expect(faultsOf(`{ ${introspection(2)} me { ${chain(DEPTH_MAX)} } }`)).toEqual(TOO_DEEP)
})

test('one thing may be asked for under so many names, and no more', () => {
  expect(faultsOf(`{ ${aliases(ALIASES_MAX)} }`)).toEqual([])
  expect(faultsOf(`{ ${aliases(ALIASES_MAX + 1)} }`)).toEqual(['The operation asks for too much: aliases.'])
})

const withDirectives = (count: number) => `{ me { ${'name @include(if: true) '.repeat(count)} } }`

test('directives may stand here and there, and no more', () => {
  expect(faultsOf(withDirectives(DIRECTIVES_MAX))).toEqual([])
  expect(faultsOf(withDirectives(DIRECTIVES_MAX + 1))).toEqual([
    'The operation asks for too much: directives.',
  ])
})

const lists = buildSchema(`
  type Query { people(first: Int): People }
  type People { nodes: [Person] totalCount: Int }
  type Person { name: String friends: [Person] people(first: Int): People }`)
const costs = (text: string): string[] =>
  validate(lists, parse(text), LIMIT_RULES).map(({ message }) => message)

/** A page within a page. */
const within = (first: string) =>
  `{ people(first: 100) { nodes { people${first} { nodes { ${'name '.repeat(4)} } } } } }`
/** Lists without pages within each other. */
const friends = (depth: number): string => (depth === 0 ? 'name' : `friends { ${friends(depth - 1)} }`)

test('rows within rows are multiplied, whether their number is written, left out or a variable', () => {
  expect(costs(within('(first: 10)'))).toEqual([])
  expect(costs(within('(first: 100)'))).toEqual(['The operation asks for too much: cost.'])
  expect(costs(`query ($n: Int) ${within('(first: $n)')}`)).toEqual([
    'The operation asks for too much: cost.',
  ])
  expect(costs(`{ people { nodes { ${friends(2)} } } }`)).toEqual([])
  expect(costs(`{ people { nodes { ${friends(4)} } } }`)).toEqual(['The operation asks for too much: cost.'])
})

test('to count is as dear as the rows that are counted', () => {
  expect(costs('{ people { nodes { name } totalCount } }')).toEqual([])
  expect(costs('{ people(first: 10) { nodes { people(first: 100) { totalCount } } } }')).toEqual([])
  expect(costs('{ people(first: 100) { nodes { people(first: 100) { totalCount } } } }')).toEqual([
    'The operation asks for too much: cost.',
  ])
})
