import { z } from 'zod'
import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { Faults } from '../../kernel/input/faults.ts'
import { text } from '../../kernel/input/fields.ts'
import { transaction } from '../../kernel/context.ts'
import { hashPassword, verifyPassword, PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from './password.ts'
import { endPasswordLinks } from './password-link.ts'
import { invalidCredentials } from '../second-factor/second-factor.ts'
import { endSessionsExcept, generateToken, rotateSessionToken } from '../sessions/session.ts'
import type { Staff } from '../staff.entity.ts'
import { lockStaff } from '../staff.queries.ts'
import { countAttempt, clearAttempts } from '../throttle/throttle.ts'

const Input = z.object({ password: text(PASSWORD_CHARS_MIN, PASSWORD_CHARS_MAX) })

/**
 * Changes a person's own password. Ends all their sessions except the session of `token`, which gets a new token. The
 * new token makes a stolen copy of the cookie useless. Returns the new token.
 * @throws Problem validation_error with the field `password`: the new password is not allowed.
 * @throws Problem validation_error, reason `invalid_credentials`: the current password is wrong.
 * @throws Problem rate_limited.
 */
export async function changePassword(
  ctx: AuditedContext,
  staff: Staff,
  input: { current: string; password: string; token: string },
): Promise<string> {
  const faults = new Faults()
  faults.read(Input, { password: input.password })
  faults.throwIfAny()
  await checkPassword(ctx, staff, input.current)
  const passwordHash = await hashPassword(ctx.ids, input.password)
  const newToken = generateToken(ctx.ids)
  await transaction(ctx, async (tx) => {
    const locked = await lockStaff(tx, staff.id)
    locked.passwordHash = passwordHash
    locked.updatedAt = tx.clock.now()
    await tx.em.flush()
    await endPasswordLinks(tx, { to: staff.id })
    await endSessionsExcept(tx, staff.id, input.token)
    await rotateSessionToken(tx, { token: input.token, newToken, stepUpAt: null })
    await recordAudit(tx, { action: 'staff.password_changed', target: { type: 'staff', id: staff.id } })
  })
  return newToken
}

/**
 * Checks the password of a signed-in person. The check counts as a sign-in attempt.
 * @throws Problem validation_error, reason `invalid_credentials`.
 * @throws Problem rate_limited.
 */
export async function checkPassword(ctx: AuditedContext, staff: Staff, password: string): Promise<void> {
  const attempt = await countAttempt(ctx, { kind: 'sign-in', account: staff.email, staffId: staff.id })
  if (!(await verifyPassword(staff.passwordHash, password))) throw invalidCredentials()
  await transaction(ctx, (tx) => clearAttempts(tx, attempt))
}
