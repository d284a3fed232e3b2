import { z } from 'zod'

/** Centavos on the wire: a decimal integer as text, with a minus sign where the amount is negative. */
export const cents = z
  .string()
  .regex(/^-?\d+$/)
  .describe('Centavos, inteiro decimal em texto')

/** A moment on the wire: ISO 8601, UTC, milliseconds. */
export const instant = z.iso.datetime({ precision: 3 })

/** A page of a cursor list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), next_cursor: z.string().nullable() })
