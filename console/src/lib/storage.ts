/** What the browser keeps under a name; null when storage is blocked. Never for secrets. */
export const readLocalStorage = (name: string): string | null => read(() => localStorage, name)

/** What this tab keeps under a name, also after a reload. Never for secrets. */
export const readSessionStorage = (name: string): string | null => read(() => sessionStorage, name)

/** Keeps a value under a name in the browser, or removes it when null. Does nothing when storage is blocked. */
export const writeLocalStorage = (name: string, value: string | null): void =>
  write(() => localStorage, name, value)

/** Keeps a value under a name in this tab alone. */
export const writeSessionStorage = (name: string, value: string): void =>
  write(() => sessionStorage, name, value)

// Reading `localStorage` itself throws where storage is blocked.
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
    // The console works without a memory.
  }
}
