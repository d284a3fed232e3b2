import { z } from 'zod'

/** The named schemas of the OpenAPI document. Other parts of the document refer to these schemas with `$ref`. */
export const COMPONENTS = z.registry<{ id: string }>()

/** An amount in centavos in a response: a decimal integer as text, with a minus sign for a negative amount. */
export const cents = z.string().regex(/^-?\d+$/)

/** A time in a response: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 })

/** One page of a list with a cursor. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), next_cursor: z.string().nullable() })

/**
 * A text that the server does not validate, with the values that are known today. The OpenAPI document publishes these
 * values.
 */
export const openText = (values: readonly string[]) =>
  z.string().meta({ 'x-extensible-enum': Array.from(values) })

/**
 * A value of a list that may grow. The server sends only the listed values. The OpenAPI document publishes a text with
 * the known values, so that clients accept further values.
 */
export const openList = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values).meta({ 'x-extensible-enum': Array.from(values) })

/** The environment to which a key belongs, and everything that is created with the key. */
export const environment = z.enum(['production', 'sandbox'])
environment.register(COMPONENTS, { id: 'Environment' })
