import { randomKey } from './random-key.ts'
import { writeLocalStorage } from './storage.ts'

/** What happened to the session that all tabs of a browser share. */
export type SessionChange = 'signed-in' | 'signed-out'

const KEY = 'console.session'

/** Tells the other tabs of this browser, where storage is not blocked. */
export function announceSession(change: SessionChange): void {
  // Only a new value raises an event.
  writeLocalStorage(KEY, `${change} ${randomKey()}`)
}

/** Calls `listener` with each change that another tab announces. */
export function onSessionChange(listener: (change: SessionChange) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY || newValue === null) return
    listener(newValue.startsWith('signed-in') ? 'signed-in' : 'signed-out')
  })
}
