import type { Profile, ValueSource } from './profile.ts'

/** The values that the headers and the query parameters of a profile refer to. */
export type CallValues = Record<ValueSource, string | undefined>

/** The names of the resources of API Pix that the adapter calls. */
export type ResourceName = keyof Profile['resources']

/** Returns the path of a resource, with its percent-encoded parameters. @throws Error for a missing parameter. */
export function pathOf(profile: Profile, name: ResourceName, params: Record<string, string> = {}): string {
  return profile.resources[name].path.replaceAll(/\{([a-z0-9]+)\}/g, (_, param: string) => {
    const value = params[param]
    if (value === undefined) throw new Error(`BUG: the resource ${name} needs the parameter ${param}`)
    return encodeURIComponent(value)
  })
}

/**
 * Returns the base URL of a resource. If the resource has a version, this version replaces the version at the end of
 * `baseUrl`.
 */
export function baseUrlOf(profile: Profile, name: ResourceName, baseUrl: string): string {
  const { version } = profile.resources[name]
  if (version === undefined) return baseUrl
  return `${baseUrl.replace(/\/v\d+$/, '')}/${version}`
}

/** Returns the headers that the profile adds to each call except the token request. Omits headers without a value. */
export function headersOf(
  profile: Profile,
  environment: 'production' | 'sandbox',
  values: CallValues,
): Record<string, string> {
  const sources =
    environment === 'sandbox' ? { ...profile.headers, ...profile.sandboxHeaders } : profile.headers
  return fill(sources, values)
}

/** Returns `path` with the query parameters that the profile adds to each call except the token request. */
export function withFixedQuery(profile: Profile, path: string, values: CallValues): string {
  const query = new URLSearchParams(fill(profile.query, values)).toString()
  if (query === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}

function fill(sources: Record<string, ValueSource>, values: CallValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sources).flatMap(([name, source]) => {
      const value = values[source]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Formats `date` as RFC 3339 with the precision that the PSP accepts; milliseconds are cut, not rounded. */
export function formatTime(profile: Profile, date: Date): string {
  const text = date.toISOString()
  return profile.timestamps === 'seconds' ? text.replace(/\.\d+Z$/, 'Z') : text
}

const GROUP_OF: Record<ResourceName, 'cob' | 'pix' | 'webhook'> = {
  cob: 'cob',
  cobs: 'cob',
  pix: 'pix',
  devolucao: 'pix',
  webhook: 'webhook',
}

interface NamedCall {
  method: string
  resource: ResourceName
}

/**
 * Returns the name of a call for the log, such as `PUT /cob`. The name omits the rest of the path, because a path may
 * contain a key or an id.
 */
export const nameOf = (call: NamedCall): string => `${call.method} /${GROUP_OF[call.resource]}`

/** Returns the OAuth2 scope that API Pix requires for a call. */
export const scopeOf = (call: NamedCall): string =>
  `${GROUP_OF[call.resource]}.${call.method === 'GET' ? 'read' : 'write'}`
