import 'reflect-metadata'
import type { Request, RequestHandler, Response } from 'express'
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql'
import { buildSchemaSync } from 'type-graphql'
import { apiKeyResolvers } from './api-keys/api-key.graphql.ts'
import { auditResolvers } from './audit/audit.graphql.ts'
import { balanceResolvers } from './balance/balance.graphql.ts'
import { merchantBalanceResolvers } from './balance/merchant-balances.graphql.ts'
import type { Cells } from './cells-kit.ts'
import { caseResolvers } from './cases/case.graphql.ts'
import { chargeResolvers } from './charges/charge.graphql.ts'
import { disputeResolvers } from './disputes/dispute.graphql.ts'
import { disputeFileResolvers } from './disputes/files/dispute-file.graphql.ts'
import { withCells } from './console-cells/with-cells.ts'
import { exceptionResolvers } from './exceptions/exception.graphql.ts'
import { authChecker } from './graphql/authorization.ts'
import type { GraphContext, StepUpMethod } from './graphql/context.ts'
import { inCellOfMerchant } from './graphql/cell-of-merchant.ts'
import { readOperations } from './graphql/persisted-operations.ts'
import { DateTimeScalar } from './graphql/scalars.ts'
import { makeGraphqlHandler } from './graphql/server.ts'
import { correlationIdOf } from './kernel/correlation.ts'
import { Problem } from './kernel/problem.ts'
import { homeResolvers } from './home/home.graphql.ts'
import type { Kit } from './kit.ts'
import { ledgerResolvers } from './ledger/verdict.graphql.ts'
import { merchantResolvers } from './merchants/merchant.graphql.ts'
import { pixAccountResolvers } from './pix-accounts/pix-account.graphql.ts'
import { bankAccountResolvers } from './payouts/bank-account.graphql.ts'
import { payoutTotalsResolvers } from './payouts/lines/payout-totals.graphql.ts'
import { payoutResolvers } from './payouts/payout.graphql.ts'
import { reconciliationResolvers } from './reconciliation/day-summary.graphql.ts'
import { refundResolvers } from './refunds/refund.graphql.ts'
import { requestResolvers } from './request-log/request.graphql.ts'
import { returnResolvers } from './returns/return.graphql.ts'
import { searchResolvers } from './search/search.graphql.ts'
import { inTestAccount, refusingContext, testAccountOf } from './sandbox/console-context.ts'
import { testAccountResolvers } from './sandbox/test-account.graphql.ts'
import type { Sandbox } from './sandbox-kit.ts'
import { withConsoleCells } from './staff-cells.ts'
import { permissionsOf } from './staff/permissions.ts'
import { staffResolvers } from './staff/resolvers.graphql.ts'
import { cookieForm, readToken, writeCookie } from './staff/sessions/session-cookie.ts'
import { findSession, type Session } from './staff/sessions/session.ts'
import { settlementResolvers } from './settlements/reserve-releases.graphql.ts'
import { statementResolvers } from './statement/resolvers.graphql.ts'
import { suspensionResolvers } from './suspension/suspension.graphql.ts'
import { webhookResolvers } from './webhooks/resolvers.graphql.ts'
import { writeOffResolvers } from './write-offs/write-off.graphql.ts'

/** Builds the GraphQL schema of the console. Needs neither settings nor a database. */
export function makeSchema(): GraphQLSchema {
  return buildSchemaSync({
    resolvers: [
      ...apiKeyResolvers,
      ...auditResolvers,
      ...balanceResolvers,
      ...merchantBalanceResolvers,
      ...bankAccountResolvers,
      ...caseResolvers,
      ...chargeResolvers,
      ...disputeResolvers,
      ...disputeFileResolvers,
      ...exceptionResolvers,
      ...homeResolvers,
      ...ledgerResolvers,
      ...merchantResolvers,
      ...pixAccountResolvers,
      ...payoutResolvers,
      ...payoutTotalsResolvers,
      ...reconciliationResolvers,
      ...refundResolvers,
      ...requestResolvers,
      ...returnResolvers,
      ...searchResolvers,
      ...settlementResolvers,
      ...staffResolvers,
      ...statementResolvers,
      ...suspensionResolvers,
      ...testAccountResolvers,
      ...webhookResolvers,
      ...writeOffResolvers,
    ],
    scalarsMap: [{ type: Date, scalar: DateTimeScalar }],
    authChecker,
    // If `authChecker` returns false, the field becomes null. `authChecker` returns false only for the fields that must
    // be null for people without the permission. For every other refusal, `authChecker` throws.
    authMode: 'null',
    orphanedTypes: [],
    validate: false,
  })
}

/**
 * Returns the schema as text for the console's build. The text is sorted, so that it does not depend on the order in
 * which files are loaded.
 */
export const schemaText = (): string => `${printSchema(lexicographicSortSchema(makeSchema()))}\n`

/** The parts of a process that staff requests use besides the kit. */
export interface StaffParts {
  sandbox?: Sandbox | undefined
  cells?: Cells | undefined
}

/** Creates the handler of `/graphql`. */
export function makeGraphql(kit: Kit, parts: StaffParts): Promise<RequestHandler> {
  return makeGraphqlHandler({
    schema: parts.cells ? withCells(makeSchema()) : makeSchema(),
    development: kit.config.development,
    operations: readOperations(kit.config.consoleDir),
    publicUrl: kit.config.publicUrl,
    log: kit.log,
    callMs: kit.callMs,
    context: (req, res) => makeContext(kit, parts, req, res),
    scope: (res, work) => inTestAccount(res.locals, work),
  })
}

/** Request header of background polling. Such a request does not extend the idle timeout of the session. */
const BACKGROUND_REFRESH = 'x-by-itself'
/**
 * Request header with the id of the person who is signed in according to the page. All tabs share the session cookie.
 * Without this header, a page left open by one person would act in the session of the next person.
 */
const PAGE_STAFF_ID = 'x-staff-id'
/**
 * Response header with the seconds until the session ends if no further request uses the session. Every response within
 * a session has this header.
 */
const SESSION_SECONDS_LEFT = 'x-session-seconds-left'

const secondsUntil = (end: Date, now: Date): number => Math.floor((end.getTime() - now.getTime()) / 1_000)

function stepUpMethodOf({ method, hasTotp }: Session): StepUpMethod {
  if (method === 'provider') return 'provider'
  return hasTotp ? 'code' : 'enrolment'
}

/**
 * Creates the context of a staff request, which may select a test account. Staff sign in only in production, so
 * `viewer` is the same in both environments.
 */
export async function makeContext(
  kit: Kit,
  { sandbox, cells }: StaffParts,
  req: Request,
  res: Response,
): Promise<GraphContext> {
  const ofMain = await liveContext(kit, sandbox, req, res)
  const live = cells ? withConsoleCells(ofMain, cells) : ofMain
  const account = testAccountOf(res.locals)
  if (account === undefined) return live
  // The audit log of the merchant's cell gets a copy of the entries of the test account.
  if (sandbox) return sandbox.consoleContext(await inCellOfMerchant(live, account), account)
  return refusingContext(live, account, new Problem('not_found', { reason: 'test_environment_missing' }))
}

/** Creates the context for production. `viewer` comes from the session cookie; null without a valid session. */
async function liveContext(
  kit: Kit,
  sandbox: Sandbox | undefined,
  req: Request,
  res: Response,
): Promise<GraphContext> {
  const { provider, local } = kit.config.signIn
  const form = cookieForm(kit.config.publicUrl, provider ? 'Lax' : 'Strict')
  const token = readToken(form, req.headers.cookie)
  const ctx = kit.consoleContext(correlationIdOf(res))
  const isActivity = req.headers[BACKGROUND_REFRESH] === undefined
  const found = token === undefined ? null : await findSession(ctx, token, isActivity)
  const pageStaffId = req.headers[PAGE_STAFF_ID]
  const session = pageStaffId === undefined || pageStaffId === found?.staffId ? found : null
  if (session) res.set(SESSION_SECONDS_LEFT, String(secondsUntil(session.endsAt, ctx.clock.now())))
  const live = { ...ctx, actor: session ? `staff:${session.staffId}` : ctx.actor }
  return {
    ...live,
    live,
    cells: null,
    testAccount: null,
    openSandbox: sandbox ? () => sandbox.open(live) : null,
    viewer: session && {
      id: session.staffId,
      role: session.role,
      permissions: permissionsOf(session.role),
      stepUpAt: session.stepUpAt,
      stepUpMethod: stepUpMethodOf(session),
    },
    signInWays: { provider: provider?.name ?? null, anybodyByPassword: local === 'on' },
    origin: {
      role: session?.role ?? null,
      ip: req.ip ?? null,
      userAgent: req.headers['user-agent'] ?? null,
    },
    cookie: {
      token,
      set: (fresh, maxAgeSeconds) => void res.append('set-cookie', writeCookie(form, fresh, maxAgeSeconds)),
      clear: () => void res.append('set-cookie', writeCookie(form, '', 0)),
    },
  }
}
