import type { PixProvider } from '../../pix/provider.ts'

/**
 * The Pix network of contexts of the test environment that belong to no account: every call fails and has no effect.
 */
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
