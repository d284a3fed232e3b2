/**
 * The value of a place for which no account is chosen. A place is a position in the merchant's order of receiving
 * accounts. No account has this id, because the id of an account starts with a letter.
 */
export const NO_ACCOUNT = '-'

/** The maximum number of a merchant's receiving accounts. The server refuses more accounts. */
const PLACES_MAX = 10

/**
 * The chosen receiving account for each place in the merchant's order of receiving accounts. The keys are the names
 * of the form fields.
 */
export type Places = Record<string, string>

/** Returns one place for each known account, at most `PLACES_MAX`. The first places have the merchant's accounts. */
export function placesOf(assigned: readonly string[], known: readonly string[]): Places {
  const count = Math.min(Math.max(known.length, assigned.length), PLACES_MAX)
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`place${index + 1}`, assigned[index] ?? NO_ACCOUNT]),
  )
}

/** Returns the chosen accounts in the order of their places. */
export const accountsIn = (places: Places): string[] =>
  Object.values(places).filter((id) => id !== NO_ACCOUNT)

/** Returns the names of the places whose account an earlier place also has. */
export function repeatedPlaces(places: Places): string[] {
  const entries = Object.entries(places).filter(([, id]) => id !== NO_ACCOUNT)
  return entries
    .filter(([, id], index) => entries.slice(0, index).some(([, earlier]) => earlier === id))
    .map(([name]) => name)
}
