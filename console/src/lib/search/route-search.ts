type Given = Record<string, unknown>

const SHARED_NAMES = ['merchant', 'of', 'zone', 'do'] as const
/** The parameters that every page may have. The layout route parses these parameters. */
export const SHARED_PARAMS: readonly string[] = SHARED_NAMES
/** The parameters that every route keeps. `detail` occurs in old and short links, and a redirect reads it. */
const PRESERVED_PARAMS: readonly string[] = [...SHARED_NAMES, 'detail']

/**
 * Wraps `parse` so that a route does not see the parameters that `parse` rejects. The router merges the parsed
 * parameters over those of the URL, so a rejected parameter would otherwise remain visible. The wrapper hides a
 * rejected parameter only if `names` has it. By default, `names` are all parameters except the shared ones and
 * `detail`.
 */
export function strictSearch<Parse extends (given: Given) => object>(
  parse: Parse,
  names?: readonly string[],
): Parse
export function strictSearch(parse: (given: Given) => object, names?: readonly string[]) {
  const isParsed = (name: string): boolean =>
    names ? names.includes(name) : !PRESERVED_PARAMS.includes(name)
  return (given: Given): object => {
    const hidden = Object.keys(given).filter(isParsed)
    return { ...Object.fromEntries(hidden.map((name) => [name, undefined])), ...parse(given) }
  }
}

/** Returns the valid parameters of a page, without the parameters that all pages share and without `detail`. */
export function pageSearch<Seen extends object>(seen: Seen): Omit<Seen, (typeof SHARED_NAMES)[number]>
export function pageSearch(seen: object): object {
  return Object.fromEntries(
    Object.entries(seen).filter(([name, value]) => value !== undefined && !PRESERVED_PARAMS.includes(name)),
  )
}

/** Returns the id in `?detail=`. Old and short links contain this id instead of the path of the record. */
export function detailOf(search: Given): string | undefined {
  const detail = search['detail']
  return typeof detail === 'string' && detail !== '' ? detail : undefined
}
