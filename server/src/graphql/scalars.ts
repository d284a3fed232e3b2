import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { isUuid } from '../kernel/ids.ts'
import { isStorableMoment, MomentText } from '../kernel/values/moment.ts'

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

/** The reason of a refused id. The console shows it as it shows an unknown id. */
const MALFORMED_ID = 'malformed_id'

/** Makes the scalar of a kind of id. A malformed one is refused before a resolver or SQL sees it. */
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

/** The id of anything but a session, in every argument and input field. */
export const UuidScalar = idScalar('Uuid', 'A UUID of any version, in lower or upper case.', isUuid)

export const SessionIdScalar = idScalar('SessionId', '32 hexadecimal digits.', (text) =>
  /^[0-9a-f]{32}$/i.test(text),
)

function readInstant(value: unknown): Date {
  const read = MomentText.safeParse(value)
  const instant = read.success ? new Date(read.data) : undefined
  if (!instant || !isStorableMoment(instant))
    throw refuse('A moment is ISO 8601 with a zone, of the years 1 to 9999.')
  return instant
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
