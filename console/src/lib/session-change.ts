import { randomKey } from './random-key.ts'
import { writeLocalStorage } from './storage.ts'

/** A change of the session, which all tabs of a browser share. */
export type SessionChange = 'signed-in' | 'signed-out'

const KEY = 'console.session'

/** Notifies the other tabs of this browser through `localStorage`. Does nothing when storage is blocked. */
export function announceSession(change: SessionChange): void {
  // A random key makes every value different, because other tabs get a storage event only when the value changes.
  writeLocalStorage(KEY, `${change} ${randomKey()}`)
}

export function onSessionChange(listener: (change: SessionChange) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY || newValue === null) return
    listener(newValue.startsWith('signed-in') ? 'signed-in' : 'signed-out')
  })
}
