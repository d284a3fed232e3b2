type Given = Record<string, unknown>

/** What every page's address may carry; the frame around the pages reads it. */
export const OF_EVERY_PAGE: readonly string[] = ['merchant', 'zone', 'do']
/** What no route takes away: `detail` leads on from an older or shorter link. */
const LEFT: readonly string[] = [...OF_EVERY_PAGE, 'detail']

/**
 * Makes a route see of `names` only what `parse` understood of them; without names, of all but those of every page and
 * `detail`. The router lays what a route reads over what stands in the address, so what was not understood would still
 * be seen.
 */
export function reading<Parse extends (given: Given) => object>(
  parse: Parse,
  names?: readonly string[],
): Parse
export function reading(parse: (given: Given) => object, names?: readonly string[]) {
  const isRead = (name: string): boolean => (names ? names.includes(name) : !LEFT.includes(name))
  return (given: Given): object => {
    const unseen = Object.keys(given).filter(isRead)
    return { ...Object.fromEntries(unseen.map((name) => [name, undefined])), ...parse(given) }
  }
}
