/** Returns the current time in milliseconds since 1970, UTC. No other module reads the system clock. */
export function nowMs(): number {
  return Date.now()
}
