import { recordAudit, type AuditedContext } from '../audit/record-audit.ts'
import { transaction, type Tx } from '../kernel/context.ts'
import { beginSession, endSession, makeToken, type Method } from './session.ts'
import type { Staff } from './staff.entity.ts'

/** A session just begun. The token exists nowhere else. */
export interface SignedIn {
  staff: Staff
  token: string
}

export interface Entering {
  /** The session that the browser has now, if any: it ends. */
  currentToken?: string | undefined
  method: Method
  /** When they proved themselves by more than a password, if they did. */
  provedAt: Date | null
  /** What happens in the same transaction. */
  also: (tx: Tx<AuditedContext>) => Promise<unknown>
}

/** Begins the session of somebody who has proved all that is asked of them, under a fresh token. */
export async function enter(ctx: AuditedContext, staff: Staff, entering: Entering): Promise<SignedIn> {
  const token = makeToken(ctx.ids)
  const place = { ip: ctx.origin?.ip ?? null, userAgent: ctx.origin?.userAgent ?? null }
  const { currentToken, method, provedAt, also } = entering
  await transaction(asThemselves(ctx, staff), async (tx) => {
    await also(tx)
    if (currentToken !== undefined) await endSession(tx, currentToken)
    await beginSession(tx, staff.id, token, { ...place, method, provedAt })
    await recordAudit(tx, {
      action: 'staff.sign_in',
      target: { type: 'staff', id: staff.id },
      ...(method === 'provider' ? { after: { method } } : {}),
    })
  })
  return { staff, token }
}

/** The context of somebody who is known from here on. */
export const asThemselves = (ctx: AuditedContext, staff: Staff): AuditedContext => ({
  ...ctx,
  actor: `staff:${staff.id}`,
  origin: {
    role: staff.role,
    ip: ctx.origin?.ip ?? null,
    userAgent: ctx.origin?.userAgent ?? null,
  },
})
