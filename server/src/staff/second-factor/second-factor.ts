import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { consumeRecoveryCode } from './recovery-codes.ts'
import { countAttempt, clearAttempts, type Attempt } from '../throttle/throttle.ts'
import { consumeTotpCode } from './totp-store.ts'

/** How a person proved themselves. */
export type Factor = 'totp' | 'recovery_code'

/**
 * Counts a code before it is looked at, whatever it is given for.
 * @throws Problem rate_limited as `countAttempt`.
 */
export const countCodeAttempt = (ctx: AuditedContext, staffId: string): Promise<Attempt> =>
  countAttempt(ctx, { what: 'code', account: staffId, staffId })

/** Longer than any code, however it is typed. */
const CODE_CHARS_MAX = 40

/**
 * Uses up a code of the person's app, or one of their recovery codes; null when it is neither.
 * @throws Problem rate_limited as `countAttempt`.
 */
export async function verifySecondFactor(
  ctx: AuditedContext,
  staffId: string,
  given: string,
): Promise<Factor | null> {
  const code = given.replaceAll(/\s/g, '').slice(0, CODE_CHARS_MAX)
  const guess = await countCodeAttempt(ctx, staffId)
  const factor = await take(ctx, staffId, code)
  await transaction(ctx, async (tx) => {
    if (factor !== null) await clearAttempts(tx, guess)
    if (factor === 'totp') return
    const action = factor === null ? 'staff.code_refused' : 'staff.recovery_code_used'
    await recordAudit(tx, { action, target: { type: 'staff', id: staffId } })
  })
  return factor
}

async function take(ctx: AuditedContext, staffId: string, code: string): Promise<Factor | null> {
  if (await consumeTotpCode(ctx, staffId, code, ctx.clock.now())) return 'totp'
  return (await consumeRecoveryCode(ctx, staffId, code)) ? 'recovery_code' : null
}

/** Somebody who is signed in gave a wrong password or code. It is no `unauthorized`: they stay signed in. */
export const invalidCredentials = (): Problem =>
  new Problem('validation_error', { reason: 'invalid_credentials' })
