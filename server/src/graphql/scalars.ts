import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { isUuid } from '../kernel/ids.ts'
import type { LocalizedText } from '../kernel/values/localized-text.ts'
import { isStorableMoment, MomentText } from '../kernel/values/moment.ts'

const badInput = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })

function readCents(value: unknown): bigint {
  if (typeof value !== 'string' || !/^-?\d{1,18}$/.test(value))
    throw badInput('Cents must be a decimal integer as a string.')
  return BigInt(value)
}

/**
 * Money. An amount is a `bigint` in the service and a string on the wire, because large JavaScript numbers are not
 * exact.
 */
export const CentsScalar = new GraphQLScalarType<bigint, string>({
  name: 'Cents',
  description: 'Exact integer centavos as a decimal text, with a minus sign where negative: "-5200".',
  serialize(value) {
    if (typeof value !== 'bigint') throw new TypeError('BUG: Cents: the value is not a bigint')
    return value.toString()
  },
  parseValue: readCents,
  parseLiteral: (node) => readCents(node.kind === Kind.STRING ? node.value : undefined),
})

/** The error reason for a malformed id. The console shows the same message for a malformed id as for an unknown id. */
const MALFORMED_ID = 'malformed_id'

/** Creates a scalar for one kind of id. The scalar refuses a malformed id before a resolver runs. */
function idScalar(name: string, description: string, isId: (text: string) => boolean) {
  const read = (value: unknown): string => {
    if (typeof value === 'string' && isId(value)) return value.toLowerCase()
    const extensions = { code: 'BAD_USER_INPUT', reason: MALFORMED_ID }
    throw new GraphQLError(`Malformed ${name}.`, { extensions })
  }
  return new GraphQLScalarType<string, string>({
    name,
    description,
    serialize: String,
    parseValue: read,
    parseLiteral: (node) => read(node.kind === Kind.STRING ? node.value : undefined),
  })
}

/** The scalar of the arguments and input fields that contain a UUID. */
export const UuidScalar = idScalar('Uuid', 'A UUID of any version, in lower or upper case.', isUuid)

export const SessionIdScalar = idScalar('SessionId', '32 hexadecimal digits.', (text) =>
  /^[0-9a-f]{32}$/i.test(text),
)

/** A text of the server in both languages, so that the console needs no translation of it. Only for output. */
export const LocalizedTextScalar = new GraphQLScalarType<never, LocalizedText>({
  name: 'LocalizedText',
  description: 'A text for display in Portuguese and in English: ["Emissão recusada", "Issuance refused"].',
})

function readInstant(value: unknown): Date {
  const read = MomentText.safeParse(value)
  const instant = read.success ? new Date(read.data) : undefined
  if (!instant || !isStorableMoment(instant))
    throw badInput('DateTime must be ISO 8601 with a time zone, in the years 1 to 9999.')
  return instant
}

export const DateTimeScalar = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'An instant in ISO 8601, in UTC with milliseconds. Input may have any zone offset.',
  serialize(value) {
    if (!(value instanceof Date)) throw new TypeError('BUG: DateTime: the value is not a Date')
    return value.toISOString()
  },
  parseValue: readInstant,
  parseLiteral: (node) => readInstant(node.kind === Kind.STRING ? node.value : undefined),
})
