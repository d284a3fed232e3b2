import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { provisionStaff, findStaffByIdentity } from './provision-staff.ts'
import { completeSignIn, type SignedIn } from '../sign-in/complete-sign-in.ts'
import type { Identity } from './identity.ts'
import type { Staff } from '../staff.entity.ts'

/**
 * Creates a session for an identity. The sign-in does not count as step-up authentication, because the provider may
 * have used an existing session. The provider decides which factors a sign-in needs. Records a sign-in that
 * `provisionStaff` refuses, with issuer, subject and e-mail, in the audit log.
 * @throws Problem as `provisionStaff` does.
 * @throws Problem unauthorized, reason `sign_in_over`: the identity was unlinked in the meantime.
 */
export async function signInAtProvider(
  ctx: AuditedContext,
  identity: Identity,
  currentToken: string | undefined,
): Promise<SignedIn> {
  const staff = await provisionOrRecordRefusal(ctx, identity)
  return completeSignIn(ctx, staff, {
    currentToken,
    method: 'provider',
    stepUpAt: null,
    inTransaction: async (tx) => {
      const linked = await findStaffByIdentity(tx, identity)
      if (linked?.id !== staff.id) throw new Problem('unauthorized', { reason: 'sign_in_over' })
    },
  })
}

/** Calls `provisionStaff` and records a refusal in the audit log. */
export async function provisionOrRecordRefusal(ctx: AuditedContext, identity: Identity): Promise<Staff> {
  try {
    return await provisionStaff(ctx, identity)
  } catch (error) {
    if (error instanceof Problem) await recordRefusal(ctx, identity, error.details.reason ?? error.code)
    throw error
  }
}

/** Records only the claims that an operator needs to link the accounts. */
async function recordRefusal(ctx: AuditedContext, identity: Identity, reason: string): Promise<void> {
  const { issuer, subject, email } = identity
  const staff = await findStaffByIdentity(ctx, identity)
  await transaction(ctx, (tx) =>
    recordAudit(tx, {
      action: 'staff.sign_in_refused',
      target: { type: 'staff', id: staff?.id ?? null },
      after: { method: 'provider', why: reason, issuer, subject, email },
    }),
  )
}
