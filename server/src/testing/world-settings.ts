import { systemIds } from '../kernel/ids.ts'
import { PATIENT_MS } from './test-clock.ts'
import type { TestDatabase } from './test-database.ts'

/** The credentials with which the service signs in at the simulator. */
export const NETWORK = { id: 'world', secret: 'world-secret' }
/** The secret in the path of the network's callbacks. */
export const CALLBACK_SECRET = 'world-callback-secret'
export const PIX_KEY = 'b3f1c5a0-0000-4000-8000-000000000001'

/** Returns the environment variables of a world. */
export function settingsOf({ url, consoleUrl }: TestDatabase): Record<string, string> {
  return {
    DATABASE_URL: url,
    CONSOLE_DATABASE_URL: consoleUrl,
    DATABASE_POOL_SIZE: '12',
    PUBLIC_URL: 'http://service.test',
    LOG_LEVEL: 'warn',
    PIX_BASE_URL: 'http://network.test',
    PIX_TOKEN_URL: 'http://network.test/oauth/token',
    PIX_CLIENT_ID: NETWORK.id,
    PIX_CLIENT_SECRET: NETWORK.secret,
    PIX_CALLBACK_SECRET: CALLBACK_SECRET,
    PIX_KEY,
    ENCRYPTION_KEYS: `k1:${systemIds.bytes(32).toString('base64')}`,
    CURSOR_SECRET: systemIds.bytes(24).toString('hex'),
    EMBEDDED: '1',
    DEV_MODE: '1',
  }
}

/** Rate limits that ordinary tests never reach. A test of the rate limit sets a lower limit. */
export const HIGH_RATE_LIMITS = { writeRate: 100_000, readRate: 100_000, searchRate: 100_000 }

/**
 * Limits that no call reaches on a slow machine. The request log stores calls only when a test flushes it and when the
 * world stops. So the request log changes no table while a test compares tables.
 */
export const PATIENCE = {
  connectMs: PATIENT_MS,
  callMs: PATIENT_MS,
  turnMs: PATIENT_MS,
  collectMs: 86_400_000,
  storesPixCalls: false,
}
