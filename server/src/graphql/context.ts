import type { Context } from '../kernel/context.ts'
import type { Problem } from '../kernel/problem.ts'
import type { Permission } from './permissions.ts'

/** The signed-in person. */
export interface Viewer {
  id: string
  role: string
  /**
   * The permissions of the person's role. If the request selects a test account, the list contains only the permissions
   * that apply in the test environment.
   */
  permissions: readonly Permission[]
  /** The time of the last step-up authentication in this session; null if there was none. */
  stepUpAt: Date | null
  /** How this person performs step-up authentication. */
  stepUpMethod: StepUpMethod
}

/**
 * How a person performs step-up authentication: with a TOTP code, by enrolling a TOTP app first, or by signing in again
 * at the identity provider.
 */
export type StepUpMethod = 'code' | 'enrolment' | 'provider'

/** The session cookie. No response contains the session's token outside this cookie. */
export interface SessionCookie {
  /** The token that the browser has sent. */
  readonly token: string | undefined
  /** Sends a new token to the browser, which keeps it for `maxAgeSeconds`. */
  set(token: string, maxAgeSeconds: number): void
  clear(): void
}

/** The enabled ways to sign in. */
export interface SignInWays {
  /** The display name of the identity provider; null without a provider. */
  provider: string | null
  /** Whether everybody may sign in with a password. If false, only administrators may sign in with a password. */
  anybodyByPassword: boolean
}

/** The test account that a request selects. */
export interface TestAccount {
  /** The id of the test account, which is also the id of its merchant in production. */
  readonly id: string
  /**
   * Why the test account cannot be used, for example because it does not exist. Every operation is refused with this
   * problem.
   */
  readonly refusal: Problem | null
  /** Makes the jobs of the test account run soon. The server calls this function before each mutation. */
  wake(): Promise<void>
}

/** The answer of one cell to a query that was sent to all cells. */
export interface CellAnswer<T> {
  readonly ctx: GraphContext
  readonly value: T
}

/** The cells of a console request, if the service has several. Each cell has one context for the whole request. */
export interface RequestCells {
  /** The ids of the cells that did not answer a part of the request, in the order of their failures. */
  readonly missing: ReadonlySet<string>
  /**
   * Returns the context of the cell of a merchant. @throws Problem service_unavailable: this process lacks the cell.
   */
  ofMerchant(merchantId: string): Promise<GraphContext>
  /** Returns the context of a cell. @throws Problem not_found, reason `cell_not_found`. */
  ofCell(cellId: string): GraphContext
  /** The contexts of all cells, `main` first. */
  readonly contexts: readonly GraphContext[]
  /** Returns the id of the cell of a context. */
  idOf(ctx: GraphContext): string
  /** Calls `work` for one cell. If the cell does not answer, adds the cell to `missing` and rejects. */
  inCell<T>(ctx: GraphContext, work: (ctx: GraphContext) => Promise<T>): Promise<T>
  /**
   * Calls `work` for all cells at the same time, except for the cells in `missing`. Adds cells that do not answer to
   * `missing`.
   * @throws Problem service_unavailable: no cell answered.
   */
  ask<T>(work: (ctx: GraphContext) => Promise<T>): Promise<CellAnswer<T>[]>
}

/**
 * The context of a resolver. Each request gets its own context. A request that selects a test account has the database,
 * the clock and the network of this account.
 */
export interface GraphContext extends Context {
  /**
   * The context on the production database, which has the staff, their sessions and the audit log of the console. With
   * several cells, this is the database of the cell `main`.
   */
  readonly live: Context
  /** The cells of the service; null if there is only one cell, whose database is the production database. */
  readonly cells: RequestCells | null
  /** The test account that the request selects; null for the production environment. */
  readonly testAccount: TestAccount | null
  /**
   * Returns a context on the sandbox database with the actor of this request and with the real time. Rejects with
   * Problem service_unavailable while the sandbox database is not ready. Null if this installation has no test
   * environment.
   */
  readonly openSandbox: (() => Promise<Context>) | null
  /** The person who sent the request; null without a valid session. */
  readonly viewer: Viewer | null
  readonly cookie: SessionCookie
  readonly signInWays: SignInWays
  /** The sender's role, IP address and browser, for the audit log. */
  readonly origin: { role: string | null; ip: string | null; userAgent: string | null }
}

/**
 * The context of a resolver whose `@Authorized` requires a sign-in. A resolver with the access `public` must not use
 * this type, because there may be no viewer.
 */
export interface SignedInContext extends GraphContext {
  readonly viewer: Viewer
}
