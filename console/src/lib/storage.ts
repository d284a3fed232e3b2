/** What the browser remembers under a name; nothing when storage is blocked. Never for secrets. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Remembers a value under a name, or forgets it when null. Silently does nothing when storage is blocked. */
export function remember(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // A browser that refuses storage still has a working console, only without its memory.
  }
}
