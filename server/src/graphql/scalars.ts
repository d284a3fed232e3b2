import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { z } from 'zod'

const refuse = (what: string): GraphQLError =>
  new GraphQLError(what, { extensions: { code: 'BAD_USER_INPUT' } })

function readCents(value: unknown): bigint {
  if (typeof value !== 'string' || !/^-?\d{1,18}$/.test(value))
    throw refuse('Centavos are a decimal integer as text.')
  return BigInt(value)
}

/** Money on the wire: `bigint` here, a text there, because JavaScript's numbers stop being exact too early. */
export const CentsScalar = new GraphQLScalarType<bigint, string>({
  name: 'Cents',
  description: 'Exact integer centavos as a decimal text, with a minus sign where negative: "-5200".',
  serialize(value) {
    if (typeof value !== 'bigint') throw new TypeError('Cents: not a bigint')
    return value.toString()
  },
  parseValue: readCents,
  parseLiteral: (node) => readCents(node.kind === Kind.STRING ? node.value : undefined),
})

const Instant = z.iso.datetime({ offset: true })

function readInstant(value: unknown): Date {
  const read = Instant.safeParse(value)
  if (!read.success) throw refuse('A moment is ISO 8601 with a zone.')
  return new Date(read.data)
}

export const DateTimeScalar = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A moment: ISO 8601 in UTC with milliseconds. Other zones are understood.',
  serialize(value) {
    if (!(value instanceof Date)) throw new TypeError('DateTime: not a Date')
    return value.toISOString()
  },
  parseValue: readInstant,
  parseLiteral: (node) => readInstant(node.kind === Kind.STRING ? node.value : undefined),
})
