import { expect, test } from 'vitest'
import { describeApi } from '../../../api-docs/describe-api.ts'
import { ROUTES } from '../../../routes.ts'
import { COMPONENT_TEXTS } from './component-texts.ts'
import { EVENT_TEXTS } from './event-texts.ts'
import { MEMBER_TEXTS, type MemberText } from './member-texts.ts'
import { WEBHOOK_TEXTS } from './webhook-texts.ts'

type Json = Record<string, unknown>

/** The OpenAPI document as a client receives it. */
const published = JSON.parse(JSON.stringify(describeApi(ROUTES, 'http://service.test')))

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/**
 * The JSON Schema keywords that `membersOf` skips: examples, and conditions on members that `properties` already
 * describes.
 */
const WITHOUT_MEMBERS = new Set(['example', 'examples', 'not', 'dependentSchemas'])

/** Returns each member of each schema below `node`, with its path. */
function membersOf(node: unknown, path: string): { path: string; schema: Json }[] {
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, inner]) => {
    if (WITHOUT_MEMBERS.has(key)) return []
    if (key !== 'properties' || !isObject(inner)) return membersOf(inner, `${path}/${key}`)
    return Object.entries(inner).flatMap(([name, schema]) => [
      ...(isObject(schema) ? [{ path: `${path}/${name}`, schema }] : []),
      ...membersOf(schema, `${path}/${name}`),
    ])
  })
}

const members = membersOf(published, '')
const schemas: Record<string, Json> = published.components.schemas
/**
 * Returns the description of a member. If the member refers to a component, returns the description of the component.
 */
const textOf = ({ $ref, description }: Json): unknown =>
  typeof $ref === 'string' ? schemas[$ref.replace(/.*\//, '')]?.['description'] : description
const pathsOf = (found: { path: string }[]): string[] => found.map(({ path }) => path)

test('every component and every member of a schema has a description', () => {
  expect(members.length).toBeGreaterThan(500)
  expect(pathsOf(members.filter(({ schema }) => typeof textOf(schema) !== 'string'))).toEqual([])
  expect(Object.keys(schemas).filter((name) => typeof schemas[name]?.['description'] !== 'string')).toEqual(
    [],
  )
})

test('the description of a response member that may be null says when it is null', () => {
  const nullable = members.filter(
    ({ path, schema }) =>
      path.startsWith('/components/') && /"type":("null"|\[[^\]]*"null"\])/.test(JSON.stringify(schema)),
  )
  expect(pathsOf(nullable.filter(({ schema }) => !/\bnull\b/.test(String(textOf(schema)))))).toEqual([])
})

test('the description of an amount states its unit', () => {
  const amounts = members.filter(({ path }) => path.endsWith('_cents'))
  expect(pathsOf(amounts.filter(({ schema }) => !/centavos/i.test(String(textOf(schema)))))).toEqual([])
})

const inDocument = (document: unknown, text: string): boolean =>
  JSON.stringify(document).includes(JSON.stringify(text).slice(1, -1))
const partsOf = (text: MemberText): string[] =>
  typeof text === 'string' ? [text] : [text[0], `null: ${text[1]}`]

test('the OpenAPI document uses every text of the tables', () => {
  const tables = Object.entries({ ...COMPONENT_TEXTS, ...WEBHOOK_TEXTS, ...EVENT_TEXTS })
  const unused = [
    ...Object.entries(MEMBER_TEXTS).filter(
      ([, text]) => !partsOf(text).every((one) => inDocument(schemas, one)),
    ),
    ...tables.flatMap(([name, { members: own = {} }]) =>
      Object.entries(own)
        .filter(([, text]) => !partsOf(text).every((one) => inDocument(schemas[name] ?? {}, one)))
        .map(([member, text]) => [`${name}.${member}`, text]),
    ),
  ]
  expect(unused).toEqual([])
  expect(tables.filter(([name]) => schemas[name] === undefined)).toEqual([])
})

test('no description in the OpenAPI document contains a sentence twice', () => {
  const repeated = members.filter(({ schema }) => {
    const sentences = String(textOf(schema)).split('. ')
    return new Set(sentences).size < sentences.length || String(textOf(schema)).includes('..')
  })
  expect(pathsOf(repeated)).toEqual([])
})

/** Returns the path of each parameter and of each response header below `node` that has no description. */
function undescribed(node: unknown, path: string): string[] {
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, inner]) => {
    if (key === 'example' || key === 'examples') return []
    const own = (key === 'parameters' || key === 'headers') && isObject(inner) ? Object.entries(inner) : []
    const bare = own.filter(([, one]) => isObject(one) && typeof one['description'] !== 'string')
    return [...bare.map(([name]) => `${path}/${key}/${name}`), ...undescribed(inner, `${path}/${key}`)]
  })
}

test('every parameter and every response header has a description', () => {
  expect(JSON.stringify(published)).toContain('"headers":{"x-correlation-id":{"description"')
  expect(undescribed(published.paths, '')).toEqual([])
  expect(undescribed(published.webhooks, '')).toEqual([])
})
