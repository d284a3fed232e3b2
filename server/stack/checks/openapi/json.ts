/** A parsed JSON value of an OpenAPI document. */
export type Json = Record<string, unknown>

/** Returns an object, or an empty object for any other value. */
export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const namesOf = (value: unknown): string[] => listOf(value).map(String)

/** Returns a function that replaces a `$ref` in a schema by the component that the `$ref` names. */
export function resolverOf(document: Json): (schema: unknown) => Json {
  const schemas = objectOf(objectOf(document['components'])['schemas'])
  const resolve = (schema: unknown): Json => {
    const { $ref, ...rest } = objectOf(schema)
    if (typeof $ref !== 'string') return rest
    return resolve(schemas[$ref.split('/').at(-1) ?? ''])
  }
  return resolve
}
