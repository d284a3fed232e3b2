import { z } from 'zod'
import type { JsonSchema } from './components.ts'

const Properties = z.object({ properties: z.record(z.string(), z.unknown()).default({}) })

/** Returns the properties of an object's schema by name. */
export const propertiesOf = (schema: JsonSchema): Record<string, unknown> =>
  Properties.parse(schema).properties
