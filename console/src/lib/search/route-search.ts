type Given = Record<string, unknown>

const SHARED = ['merchant', 'zone', 'do'] as const
/** What every page's address may carry; the frame around the pages reads it. */
export const SHARED_PARAMS: readonly string[] = SHARED
/** What no route takes away: `detail` leads on from an older or shorter link. */
const LEFT: readonly string[] = [...SHARED, 'detail']

/**
 * Makes a route see of `names` only what `parse` understood of them; without names, of all but those of every page and
 * `detail`. The router lays what a route reads over what stands in the address, so what was not understood would still
 * be seen.
 */
export function strictSearch<Parse extends (given: Given) => object>(
  parse: Parse,
  names?: readonly string[],
): Parse
export function strictSearch(parse: (given: Given) => object, names?: readonly string[]) {
  const isRead = (name: string): boolean => (names ? names.includes(name) : !LEFT.includes(name))
  return (given: Given): object => {
    const unseen = Object.keys(given).filter(isRead)
    return { ...Object.fromEntries(unseen.map((name) => [name, undefined])), ...parse(given) }
  }
}

/** Of what a route sees of its address, what is its own: neither what every page carries nor what was not understood. */
export function pageSearch<Seen extends object>(seen: Seen): Omit<Seen, (typeof SHARED)[number]>
export function pageSearch(seen: object): object {
  return Object.fromEntries(
    Object.entries(seen).filter(([name, value]) => value !== undefined && !LEFT.includes(name)),
  )
}
