import type { Context } from '../kernel/context.ts'
import type { Permission } from './permissions.ts'

/** The signed-in person. */
export interface Viewer {
  id: string
  role: string
  permissions: readonly Permission[]
  /** The time of the last step-up authentication in this session; null when there was none. */
  stepUpAt: Date | null
  /** How this person performs step-up authentication. */
  stepUpMethod: StepUpMethod
}

/**
 * How a person performs step-up authentication: with a TOTP code, after the enrolment of a TOTP app, or by a new
 * sign-in at the identity provider.
 */
export type StepUpMethod = 'code' | 'enrolment' | 'provider'

/** The session cookie. No response contains the token outside this cookie. */
export interface SessionCookie {
  /** The token that the browser sent. */
  readonly token: string | undefined
  /** Sends a new token, which the browser keeps for `maxAgeSeconds`. */
  set(token: string, maxAgeSeconds: number): void
  clear(): void
}

/** The enabled ways to sign in. */
export interface SignInWays {
  /** The display name of the identity provider; null when there is none. */
  provider: string | null
  /** False when only administrators may sign in with a password. */
  anybodyByPassword: boolean
}

/** The context of a resolver. Each request gets its own context. */
export interface GraphContext extends Context {
  /** Null when the request has no valid session. */
  readonly viewer: Viewer | null
  readonly cookie: SessionCookie
  readonly signInWays: SignInWays
  /** The staff role that sent the request, and the address and browser it came from, for the audit log. */
  readonly origin: { role: string | null; ip: string | null; userAgent: string | null }
}

/**
 * The context of a resolver that `@Authorized` protects. Do not use it when the access is `public`: then there may be
 * no viewer.
 */
export interface SignedInContext extends GraphContext {
  readonly viewer: Viewer
}
