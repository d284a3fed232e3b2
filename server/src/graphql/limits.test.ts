import { buildSchema, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { ALIASES_MAX, DEPTH_MAX, DIRECTIVES_MAX, INTROSPECTION_DEPTH_MAX, LIMIT_RULES } from './limits.ts'

const schema = buildSchema('type Query { me: Person } type Person { name: String friend: Person }')
const faultsOf = (text: string): string[] =>
  validate(schema, parse(text), LIMIT_RULES).map(({ message }) => message)

/** Returns `friend { friend { … name } }` with `fields` levels. */
const chain = (fields: number): string => (fields === 1 ? 'name' : `friend { ${chain(fields - 1)} }`)
const aliases = (count: number): string =>
  Array.from({ length: count }, (_, n) => `a${n}: me { name }`).join(' ')

const TOO_DEEP = ['The operation exceeds the depth limit.']
const TOO_EXPENSIVE = ['The operation exceeds the cost limit.']

test('an operation may have DEPTH_MAX levels and no more', () => {
  expect(faultsOf(`{ me { ${chain(DEPTH_MAX - 1)} } }`)).toEqual([])
  expect(faultsOf(`{ me { ${chain(DEPTH_MAX)} } }`)).toEqual(TOO_DEEP)
})

test('the levels within fragments count', () => {
  const parts = `fragment a on Person { friend { ...b } } fragment b on Person { ... on Person { ${chain(DEPTH_MAX - 1)} } }`
  expect(faultsOf(`query { me { ...a } } ${parts}`)).toEqual(TOO_DEEP)
  expect(faultsOf(`query { me { ...b } } ${parts}`)).toEqual([])
})

test('a fragment that contains itself exceeds the depth limit', () => {
  expect(faultsOf('query { me { ...a } } fragment a on Person { friend { ...a } }')).toEqual(TOO_DEEP)
})

test('introspection fields may have INTROSPECTION_DEPTH_MAX levels, and the limit of other fields is unchanged', () => {
  const typeOf = (fields: number): string => (fields === 1 ? 'name' : `ofType { ${typeOf(fields - 1)} }`)
  const introspection = (depth: number) => `__type(name: "Person") { ${typeOf(depth - 1)} }`
  expect(faultsOf(`{ ${introspection(INTROSPECTION_DEPTH_MAX)} }`)).toEqual([])
  expect(faultsOf(`{ ${introspection(INTROSPECTION_DEPTH_MAX + 1)} }`)).toEqual(TOO_DEEP)
  expect(faultsOf(`{ ${introspection(2)} me { ${chain(DEPTH_MAX)} } }`)).toEqual(TOO_DEEP)
})

test('an operation may have ALIASES_MAX aliases and no more', () => {
  expect(faultsOf(`{ ${aliases(ALIASES_MAX)} }`)).toEqual([])
  expect(faultsOf(`{ ${aliases(ALIASES_MAX + 1)} }`)).toEqual(['The operation exceeds the aliases limit.'])
})

const withDirectives = (count: number) => `{ me { ${'name @include(if: true) '.repeat(count)} } }`

test('an operation may have DIRECTIVES_MAX directives and no more', () => {
  expect(faultsOf(withDirectives(DIRECTIVES_MAX))).toEqual([])
  expect(faultsOf(withDirectives(DIRECTIVES_MAX + 1))).toEqual([
    'The operation exceeds the directives limit.',
  ])
})

const lists = buildSchema(`
  type Query { people(first: Int): People }
  type People { nodes: [Person] totalCount: Int }
  type Person { name: String friends: [Person] people(first: Int): People }`)
const costs = (text: string): string[] =>
  validate(lists, parse(text), LIMIT_RULES).map(({ message }) => message)

/** Returns a query of a page within each row of a page. */
const nestedPage = (first: string) =>
  `{ people(first: 100) { nodes { people${first} { nodes { ${'name '.repeat(4)} } } } } }`
/** Returns `depth` nested lists without pages. */
const friends = (depth: number): string => (depth === 0 ? 'name' : `friends { ${friends(depth - 1)} }`)

test('the rows of nested pages are multiplied, with `first` given, absent or a variable', () => {
  expect(costs(nestedPage('(first: 10)'))).toEqual([])
  expect(costs(nestedPage('(first: 100)'))).toEqual(TOO_EXPENSIVE)
  expect(costs(`query ($n: Int) ${nestedPage('(first: $n)')}`)).toEqual(TOO_EXPENSIVE)
  expect(costs(`{ people { nodes { ${friends(2)} } } }`)).toEqual([])
  expect(costs(`{ people { nodes { ${friends(4)} } } }`)).toEqual(TOO_EXPENSIVE)
})

test('totalCount costs as much as the rows that it counts', () => {
  expect(costs('{ people { nodes { name } totalCount } }')).toEqual([])
  expect(costs('{ people(first: 10) { nodes { people(first: 100) { totalCount } } } }')).toEqual([])
  expect(costs('{ people(first: 100) { nodes { people(first: 100) { totalCount } } } }')).toEqual(
    TOO_EXPENSIVE,
  )
})
