import { generateSync, generateURI, ScureBase32Plugin, verifySync } from 'otplib'
import type { Ids } from '../../kernel/ids.ts'

/** The duration of a time step (RFC 6238) in seconds. Authenticator apps use this value by default. */
export const STEP_SECONDS = 30
const SECRET_BYTES = 20
const ISSUER = 'Pix Console'

const base32 = new ScureBase32Plugin()

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000)

/** Generates a shared secret: 160 bits as 32 characters of base32. */
export const newTotpSecret = (ids: Ids): string => base32.encode(ids.bytes(SECRET_BYTES), { padding: false })

/** Returns the otpauth URI for the QR code. */
export const totpUri = (secret: string, email: string): string =>
  generateURI({ issuer: ISSUER, label: email, secret })

/** Returns the code that is valid at a moment. */
export const totpCodeAt = (secret: string, at: Date): string => generateSync({ secret, epoch: seconds(at) })

/**
 * Returns the time step to which a code belongs; null if it matches no accepted step. The accepted steps are the step
 * of `now`, the step before and the step after, because clocks differ.
 */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const found = verifySync({ secret, token: code, epoch: seconds(now), epochTolerance: STEP_SECONDS })
  return found.valid && 'timeStep' in found ? found.timeStep : null
}
