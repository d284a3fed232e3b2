import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { provisionStaff, findStaffByIdentity } from './provision-staff.ts'
import { completeSignIn, type SignedIn } from '../sign-in/complete-sign-in.ts'
import type { Identity } from './identity.ts'
import type { Staff } from '../staff.entity.ts'

/**
 * Begins the session of whoever the provider says it is. It counts as no proof for what asks for a fresh one: the
 * provider may have known them since the morning. What it asks of a sign-in, a second factor too, is the provider's
 * affair.
 * @throws Problem as `provisionStaff`; the refusal is on the record, with the name that the provider has for them. Unauthorized,
 *   reason `sign_in_over`, when the two were unlinked meanwhile.
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
    provedAt: null,
    also: async (tx) => {
      const linked = await findStaffByIdentity(tx, identity)
      if (linked?.id !== staff.id) throw new Problem('unauthorized', { reason: 'sign_in_over' })
    },
  })
}

/** `provisionStaff`, with its refusals on the record. */
export async function provisionOrRecordRefusal(ctx: AuditedContext, identity: Identity): Promise<Staff> {
  try {
    return await provisionStaff(ctx, identity)
  } catch (error) {
    if (error instanceof Problem) await recordRefusal(ctx, identity, error.details.reason ?? error.code)
    throw error
  }
}

/** What an operator needs to link the two, and nothing else of what the provider said. */
async function recordRefusal(ctx: AuditedContext, identity: Identity, why: string): Promise<void> {
  const { issuer, subject, email } = identity
  const staff = await findStaffByIdentity(ctx, identity)
  await transaction(ctx, (tx) =>
    recordAudit(tx, {
      action: 'staff.sign_in_refused',
      target: { type: 'staff', id: staff?.id ?? null },
      after: { method: 'provider', why, issuer, subject, email },
    }),
  )
}
