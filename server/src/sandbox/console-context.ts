import type { IncomingHttpHeaders } from 'node:http'
import { recordAudit, type AuditedContext } from '../audit/record-audit.ts'
import type { GraphContext, TestAccount } from '../graphql/context.ts'
import { TEST_PERMISSIONS } from '../graphql/permissions.ts'
import { transaction } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { withAccount } from '../kernel/pool/account-scope.ts'
import { Problem } from '../kernel/problem.ts'
import { AccountClock, accountContext, type JobContext } from './account-context.ts'
import { findClockOffset, wakeAccount } from './account-lease.ts'

/** Request header with the id of the merchant whose test account a console request selects. */
const TEST_ACCOUNT = 'x-test-account'
/** The field of the response's `locals` with the selected test account. */
const SELECTED = 'testAccount'

type Locals = Record<string, unknown>

/**
 * Reads the test account from the header, selects it for the rest of the request, and calls `next`. SQL statements of
 * `next` on the sandbox database see only the rows of this test account. Without the header, returns false and does
 * nothing else.
 */
export function enterTestAccount(headers: IncomingHttpHeaders, locals: Locals, next: () => void): boolean {
  const given = headers[TEST_ACCOUNT]
  if (typeof given !== 'string') return false
  locals[SELECTED] = given.toLowerCase()
  inTestAccount(locals, next)
  return true
}

/** Returns the test account that a console request selects; undefined for a request for the production environment. */
export function testAccountOf(locals: Locals): string | undefined {
  const selected = locals[SELECTED]
  return typeof selected === 'string' ? selected : undefined
}

/**
 * Calls `work` in the scope of the selected test account. Callbacks of a stream, such as a request body, run outside
 * this scope.
 */
export function inTestAccount<T>(locals: Locals, work: () => T): T {
  const account = testAccountOf(locals)
  return account !== undefined && isUuid(account) ? withAccount(account, work) : work()
}

/**
 * Returns the context of a console request that selects the test account `id`. The context contains the database, the
 * clock and the network of the test account, and the person who is signed in to production. `sandbox` is a context on
 * the sandbox database whose clock shows the real time. If the test account cannot be used, the context refuses every
 * GraphQL operation. If nobody is signed in, the function reads nothing from the database.
 */
export async function testContext(
  live: GraphContext,
  sandbox: JobContext,
  id: string,
  requireIsolation: (ctx: JobContext) => Promise<void>,
): Promise<GraphContext> {
  if (!live.viewer) return refusingContext(live, id, new Problem('unauthorized'))
  try {
    await requireIsolation(sandbox)
    const offsetMs = isUuid(id) ? await findClockOffset(sandbox, id) : undefined
    if (offsetMs === undefined) throw new Problem('not_found', { reason: 'test_account_not_found' })
    const testAccount: TestAccount = {
      id,
      refusal: null,
      wake: async () => void (await wakeAccount(sandbox, id)),
    }
    const account = accountContext(sandbox, id, new AccountClock(sandbox.clock, offsetMs))
    const permissions = live.viewer.permissions.filter((permission) => TEST_PERMISSIONS.has(permission))
    const viewer = { ...live.viewer, permissions }
    return { ...live, ...account, actor: live.actor, viewer, testAccount, ...auditCopy(live, id) }
  } catch (error) {
    if (error instanceof Problem) return refusingContext(live, id, error)
    throw error
  }
}

/** Returns a context that refuses every GraphQL operation with `refusal`. */
export function refusingContext(live: GraphContext, id: string, refusal: Problem): GraphContext {
  return { ...live, testAccount: { id, refusal, wake: () => Promise.resolve() } }
}

/** Returns the part of a context that copies its audit entries to the production audit log. */
function auditCopy(live: AuditedContext, merchantId: string): Pick<AuditedContext, 'copyAudit'> {
  return {
    copyAudit: (entry) =>
      transaction(live, (tx) =>
        recordAudit(tx, { ...entry, merchantId, after: { ...entry.after, environment: 'sandbox' } }),
      ),
  }
}
