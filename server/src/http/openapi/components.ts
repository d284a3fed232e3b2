import { z } from 'zod'
import { COMPONENTS } from '../../kernel/output/shapes.ts'
import { describeComponent } from './texts/describe-components.ts'

export type JsonSchema = Record<string, unknown>

const refTo = (name: string): string => `#/components/schemas/${name}`

/** Returns the reference to a named schema. */
export function refOf(schema: z.ZodType): { $ref: string } {
  const name = nameOf(schema)
  return { $ref: refTo(name) }
}

/** Returns the component name of a schema. */
export function nameOf(schema: z.ZodType): string {
  const name = COMPONENTS.get(schema)?.id
  if (name === undefined) throw new Error('BUG: nameOf: the schema is not registered in COMPONENTS')
  return name
}

/** Returns the JSON Schema of every named schema, with descriptions. */
export function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(COMPONENTS, { unrepresentable: 'any', uri: refTo, override: open })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, describeComponent(name, embedded(schema))]),
  )
}

/** Converts a Zod schema to a JSON Schema that contains no references. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const override = io === 'output' ? open : undefined
  return embedded(z.toJSONSchema(schema, { io, unrepresentable: 'any', ...(override ? { override } : {}) }))
}

/**
 * Changes the schema of a response so that a later version may add members and values. The tests still validate the
 * responses of the server against the strict schema.
 */
function open({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties']
  if (jsonSchema['x-extensible-enum'] !== undefined) delete jsonSchema['enum']
}

/** Removes the keywords of a standalone JSON Schema document. */
function embedded(schema: JsonSchema): JsonSchema {
  const { $schema: _, $id: __, ...rest } = schema
  return rest
}
