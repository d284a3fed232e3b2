/** The only clock of the console: milliseconds since 1970 in UTC. */
export function nowMs(): number {
  return Date.now()
}
