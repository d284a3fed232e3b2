/** Reads from `localStorage`. Returns null when the browser blocks storage. Do not store secrets. */
export const readLocalStorage = (name: string): string | null => read(() => localStorage, name)

/**
 * Reads from `sessionStorage`, which belongs to this tab and survives a reload. Returns null when the browser
 * blocks storage. Do not store secrets.
 */
export const readSessionStorage = (name: string): string | null => read(() => sessionStorage, name)

/** Writes to `localStorage`; null removes the value. Does nothing when the browser blocks storage. */
export const writeLocalStorage = (name: string, value: string | null): void =>
  write(() => localStorage, name, value)

/** Writes to `sessionStorage`. Does nothing when the browser blocks storage. */
export const writeSessionStorage = (name: string, value: string): void =>
  write(() => sessionStorage, name, value)

// Reading the `localStorage` property throws when storage is blocked.
function read(storage: () => Storage, name: string): string | null {
  try {
    return storage().getItem(name)
  } catch {
    return null
  }
}

function write(storage: () => Storage, name: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(name)
    else storage().setItem(name, value)
  } catch {
    // The browser blocks storage, which the console does not need.
  }
}
