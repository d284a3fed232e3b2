import type { PixProvider } from './provider.ts'

/** A provider that calls no PSP: every call fails and has no effect. */
export const NO_NETWORK: PixProvider = {
  issue: () => Promise.resolve({ kind: 'unavailable' }),
  find: () => Promise.resolve({ kind: 'unavailable' }),
  remove: () => Promise.resolve({ kind: 'unavailable' }),
  listReceived: () => Promise.resolve({ kind: 'unavailable' }),
  listRemoved: () => Promise.resolve({ kind: 'unavailable' }),
  requestReturn: () => Promise.resolve({ kind: 'unavailable' }),
  findReturn: () => Promise.resolve({ kind: 'unavailable' }),
  registerCallback: () => Promise.resolve(false),
}
