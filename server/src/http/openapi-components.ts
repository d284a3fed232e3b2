import { z } from 'zod'
import { COMPONENTS } from '../kernel/output/shapes.ts'

export type JsonSchema = Record<string, unknown>

const refTo = (name: string): string => `#/components/schemas/${name}`

/** Returns the reference to a named schema. */
export function refOf(schema: z.ZodType): { $ref: string } {
  const name = COMPONENTS.get(schema)?.id
  if (name === undefined) throw new Error('BUG: refOf: the schema is not registered in COMPONENTS')
  return { $ref: refTo(name) }
}

/** Returns the JSON Schema of every named schema. */
export function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(COMPONENTS, { unrepresentable: 'any', uri: refTo })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, embedded(schema)]))
}

/** Converts a Zod schema to JSON Schema without references. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return embedded(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
}

/** Removes the keywords of a standalone JSON Schema document. */
function embedded(schema: JsonSchema): JsonSchema {
  const { $schema: _, $id: __, ...rest } = schema
  return rest
}
