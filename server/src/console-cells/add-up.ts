/**
 * Merges the answers of several cells to the same query. Adds numbers, combines booleans with OR, concatenates lists,
 * and merges objects member by member. Ignores null. If the values are of any other kind, returns the first value.
 */
export function addUp(values: readonly unknown[]): unknown {
  const given = values.filter((value) => value !== null && value !== undefined)
  const [first] = given
  if (typeof first === 'bigint')
    return given.reduce((sum: bigint, one) => sum + (typeof one === 'bigint' ? one : 0n), 0n)
  if (typeof first === 'number') return given.reduce((sum: number, one) => sum + Number(one), 0)
  if (typeof first === 'boolean') return given.includes(true)
  if (Array.isArray(first)) return given.flat()
  if (!isRecord(first)) return first ?? null
  const records = given.filter(isRecord)
  return Object.fromEntries(Object.keys(first).map((name) => [name, addUp(records.map((one) => one[name]))]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}
