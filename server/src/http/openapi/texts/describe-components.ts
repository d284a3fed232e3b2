import { COMPONENT_TEXTS, type ComponentText } from './component-texts.ts'
import { CENTS_TEXT, MEMBER_TEXTS, type MemberText } from './member-texts.ts'
import { EVENT_TEXTS } from './event-texts.ts'
import { WEBHOOK_TEXTS } from './webhook-texts.ts'

type JsonSchema = Record<string, unknown>

const OPEN_LIST = 'Lista aberta: outros valores podem surgir'
/** The pattern of the amounts in responses. */
const CENTS_PATTERN = '^-?\\d+$'

/**
 * Returns a component with a description of itself and of each member. A description in the Zod schema takes
 * precedence over the tables of texts.
 */
export function describeComponent(name: string, schema: JsonSchema): JsonSchema {
  const texts = TEXTS[name]
  return {
    ...(texts ? { description: `${texts.text}.` } : {}),
    ...describeNested(schema, texts?.members ?? {}),
  }
}

const TEXTS: Readonly<Record<string, ComponentText>> = {
  ...COMPONENT_TEXTS,
  ...WEBHOOK_TEXTS,
  ...EVENT_TEXTS,
}

type Members = NonNullable<ComponentText['members']>

/** Describes the members of a schema and of the schemas inside it. */
function describeNested(schema: JsonSchema, texts: Members): JsonSchema {
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'properties') return [keyword, describeMembers(toSchema(value), texts)]
    if (keyword === 'items' || keyword === 'additionalProperties')
      return [keyword, isSchema(value) ? describeNested(value, texts) : value]
    return [keyword, value]
  })
  return Object.fromEntries(entries)
}

const describeMembers = (properties: JsonSchema, texts: Members): JsonSchema =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      describeMember(toSchema(schema), texts[name] ?? MEMBER_TEXTS[name], texts),
    ]),
  )

/** Describes a member: its meaning, when it is null, its unit, and whether its list of values may grow. */
function describeMember(schema: JsonSchema, text: MemberText | undefined, texts: Members): JsonSchema {
  if ('$ref' in schema) return schema
  const variants = [schema, toSchema(schema['items']), ...toSchemas(schema['anyOf'])]
  const isNullable = variants.some(
    ({ type }) => type === 'null' || (Array.isArray(type) && type.includes('null')),
  )
  const isCents = variants.some(({ pattern }) => pattern === CENTS_PATTERN)
  const isOpen = variants.some((variant) => 'x-extensible-enum' in variant)
  const [meaning, whenNull] = typeof text === 'object' ? text : [text]
  const parts = [
    typeof schema['description'] === 'string' ? schema['description'].replace(/\.$/, '') : meaning,
    isNullable && whenNull !== undefined ? `null: ${whenNull}` : undefined,
    isCents ? CENTS_TEXT : undefined,
    isOpen ? OPEN_LIST : undefined,
  ].filter((part) => part !== undefined)
  const { description: _, ...bare } = describeNested(schema, texts)
  return parts.length === 0 ? bare : { description: `${parts.join('. ')}.`, ...bare }
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const toSchema = (value: unknown): JsonSchema => (isSchema(value) ? value : {})
const toSchemas = (values: unknown): JsonSchema[] => (Array.isArray(values) ? values.map(toSchema) : [])
