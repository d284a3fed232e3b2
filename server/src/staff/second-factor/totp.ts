import { generateSync, generateURI, ScureBase32Plugin, verifySync } from 'otplib'
import type { Ids } from '../../kernel/ids.ts'

/** A code holds for so long, as every authenticator app has it (RFC 6238). */
export const STEP_SECONDS = 30
const SECRET_BYTES = 20
const ISSUER = 'Pix Console'

const base32 = new ScureBase32Plugin()

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000)

/** What an app and the service share: 160 bits in base32, 32 characters. */
export const newTotpSecret = (ids: Ids): string => base32.encode(ids.bytes(SECRET_BYTES), { padding: false })

/** What the app reads from the picture. */
export const totpUri = (secret: string, email: string): string =>
  generateURI({ issuer: ISSUER, label: email, secret })

/** The code that the app shows at a moment. */
export const totpCodeAt = (secret: string, at: Date): string => generateSync({ secret, epoch: seconds(at) })

/**
 * The number of the thirty seconds whose code this is; null when it is the code of none near. Clocks that differ by
 * one step pass.
 */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const found = verifySync({ secret, token: code, epoch: seconds(now), epochTolerance: STEP_SECONDS })
  return found.valid && 'timeStep' in found ? found.timeStep : null
}
