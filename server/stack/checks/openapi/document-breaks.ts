import { listOf, objectOf, resolverOf, type Json } from './json.ts'
import { schemaBreaks } from './schema-breaks.ts'

type Resolve = (schema: unknown) => Json

interface Operations {
  before: Json
  after: Json
  resolveBefore: Resolve
  resolveAfter: Resolve
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Compares an earlier OpenAPI document with a later one. Returns each change that breaks a client or a receiver of
 * webhooks, with its operation and member. An addition is not a breaking change.
 */
export function documentBreaks(before: Json, after: Json): string[] {
  const resolvers = { resolveBefore: resolverOf(before), resolveAfter: resolverOf(after) }
  return [
    ...sectionBreaks(objectOf(before['paths']), objectOf(after['paths']), (name, operations) =>
      operationBreaks(name, { ...operations, ...resolvers }),
    ),
    ...sectionBreaks(objectOf(before['webhooks']), objectOf(after['webhooks']), (name, operations) =>
      eventBreaks(name, { ...operations, ...resolvers }),
    ),
  ]
}

function sectionBreaks(
  before: Json,
  after: Json,
  compare: (name: string, operations: { before: Json; after: Json }) => string[],
): string[] {
  return Object.entries(before).flatMap(([path, item]) =>
    METHODS.filter((method) => method in objectOf(item)).flatMap((method) => {
      const name = `${method} ${path}`
      const later = objectOf(after[path])[method]
      if (later === undefined) return [`${name}: removed`]
      return compare(name, { before: objectOf(objectOf(item)[method]), after: objectOf(later) })
    }),
  )
}

function operationBreaks(name: string, operations: Operations): string[] {
  const { before, after } = operations
  const fixed = ['operationId', 'x-scope'].filter((member) => before[member] !== after[member])
  return [
    ...fixed.map((member) => `${name}: ${member} changed from ${String(before[member])}`),
    ...parameterBreaks(name, operations),
    ...bodyBreaks(name, operations),
    ...responseBreaks(name, operations),
  ]
}

const parametersOf = (operation: Json): Map<string, Json> =>
  new Map(
    listOf(operation['parameters']).map((one) => {
      const parameter = objectOf(one)
      return [`${String(parameter['in'])} ${String(parameter['name'])}`, parameter]
    }),
  )

function parameterBreaks(name: string, { before, after, resolveBefore, resolveAfter }: Operations): string[] {
  const [earlier, later] = [parametersOf(before), parametersOf(after)]
  const isNewlyRequired = (key: string): boolean =>
    later.get(key)?.['required'] === true && earlier.get(key)?.['required'] !== true
  const required = Array.from(later.keys())
    .filter(isNewlyRequired)
    .map((key) => `${name}: ${key} is required now`)
  const others = Array.from(earlier, ([key, parameter]) => {
    const match = later.get(key)
    if (!match) return [`${name}: ${key} is no longer accepted`]
    return schemaBreaks(
      { schema: parameter['schema'], resolve: resolveBefore },
      { schema: match['schema'], resolve: resolveAfter },
      { direction: 'request', path: `${name}: ${key}` },
    )
  })
  return [...required, ...others.flat()]
}

function bodyBreaks(name: string, { before, after, resolveBefore, resolveAfter }: Operations): string[] {
  const [earlier, later] = [objectOf(before['requestBody']), objectOf(after['requestBody'])]
  const isRequiredNow = later['required'] === true && earlier['required'] !== true
  const content = contentBreaks(earlier, later, (type, schemas) =>
    schemaBreaks(
      { schema: schemas.before, resolve: resolveBefore },
      { schema: schemas.after, resolve: resolveAfter },
      { direction: 'request', path: `${name}: ${type}` },
    ),
  )
  return [
    ...(isRequiredNow ? [`${name}: a body is required now`] : []),
    ...content.map((text) => (text.startsWith(name) ? text : `${name}: ${text}`)),
  ]
}

function responseBreaks(name: string, { before, after, resolveBefore, resolveAfter }: Operations): string[] {
  const [earlier, later] = [objectOf(before['responses']), objectOf(after['responses'])]
  return Object.keys(earlier).flatMap((status) => {
    if (later[status] === undefined) return status.startsWith('2') ? [`${name}: ${status} removed`] : []
    const at = `${name} ${status}`
    return contentBreaks(objectOf(earlier[status]), objectOf(later[status]), (type, schemas) =>
      schemaBreaks(
        { schema: schemas.before, resolve: resolveBefore },
        { schema: schemas.after, resolve: resolveAfter },
        { direction: 'response', path: `${at}: ${type}` },
      ),
    ).map((text) => (text.startsWith(at) ? text : `${at}: ${text}`))
  })
}

/** Compares the schemas of each media type. */
function contentBreaks(
  before: Json,
  after: Json,
  compare: (type: string, schemas: { before: unknown; after: unknown }) => string[],
): string[] {
  const [earlier, later] = [objectOf(before['content']), objectOf(after['content'])]
  return Object.entries(earlier).flatMap(([type, media]) => {
    if (later[type] === undefined) return [`${type} removed`]
    return compare(type, { before: objectOf(media)['schema'], after: objectOf(later[type])['schema'] })
  })
}

/** Compares an event in the same way as a response, because a receiver of webhooks reads its body. */
function eventBreaks(name: string, { before, after, resolveBefore, resolveAfter }: Operations): string[] {
  return contentBreaks(objectOf(before['requestBody']), objectOf(after['requestBody']), (type, schemas) => {
    const [earlier, later] = [resolveBefore(schemas.before), resolveAfter(schemas.after)]
    // A new event type is an addition: receivers ignore types that they do not know.
    if (earlier['discriminator'] !== undefined) return []
    return schemaBreaks(
      { schema: earlier, resolve: resolveBefore },
      { schema: later, resolve: resolveAfter },
      { direction: 'response', path: `event ${name}: ${type}` },
    )
  })
}
