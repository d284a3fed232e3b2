import { z } from 'zod'

/** The named schemas of the OpenAPI document. The document refers to them by `$ref`. */
export const COMPONENTS = z.registry<{ id: string }>()

/** Centavos in a response: a decimal integer as text, with a minus sign when negative. */
export const cents = z
  .string()
  .regex(/^-?\d+$/)
  .describe('Centavos, inteiro decimal em texto')

/** A time in a response: ISO 8601, UTC, milliseconds. */
export const instant = z.iso.datetime({ precision: 3 })

/** One page of a list with a cursor. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), next_cursor: z.string().nullable() })
