import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { consumeRecoveryCode } from './recovery-codes.ts'
import { countAttempt, clearAttempts, type Attempt } from '../throttle/throttle.ts'
import { consumeTotpCode } from './totp-store.ts'

/** The second factor that a person used. */
export type Factor = 'totp' | 'recovery_code'

/**
 * Counts an attempt to enter a code; call this before the code is checked. Sign-in, step-up and enrolment share the
 * limit for codes.
 * @throws Problem rate_limited as `countAttempt`.
 */
export const countCodeAttempt = (ctx: AuditedContext, staffId: string): Promise<Attempt> =>
  countAttempt(ctx, { kind: 'code', account: staffId, staffId })

/** A longer text cannot be a code, even with separators. */
const CODE_CHARS_MAX = 40

/**
 * Consumes a code of the person's app, or one of their recovery codes. Returns null when the given code is neither a
 * code of the app nor a recovery code.
 * @throws Problem rate_limited as `countAttempt`.
 */
export async function verifySecondFactor(
  ctx: AuditedContext,
  staffId: string,
  input: string,
): Promise<Factor | null> {
  const code = input.replaceAll(/\s/g, '').slice(0, CODE_CHARS_MAX)
  const attempt = await countCodeAttempt(ctx, staffId)
  const factor = await consumeCode(ctx, staffId, code)
  await transaction(ctx, async (tx) => {
    if (factor !== null) await clearAttempts(tx, attempt)
    if (factor === 'totp') return
    const action = factor === null ? 'staff.code_refused' : 'staff.recovery_code_used'
    await recordAudit(tx, { action, target: { type: 'staff', id: staffId } })
  })
  return factor
}

async function consumeCode(ctx: AuditedContext, staffId: string, code: string): Promise<Factor | null> {
  if (await consumeTotpCode(ctx, staffId, code, ctx.clock.now())) return 'totp'
  return (await consumeRecoveryCode(ctx, staffId, code)) ? 'recovery_code' : null
}

/**
 * The error for a wrong password or code of a signed-in person. The error code is not `unauthorized`, because the
 * session remains valid.
 */
export const invalidCredentials = (): Problem =>
  new Problem('validation_error', { reason: 'invalid_credentials' })
