import type { Context } from '../kernel/context.ts'
import type { Permission } from './permissions.ts'

/** The signed-in person. */
export interface Viewer {
  id: string
  role: string
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

/** The session cookie. No response contains the token outside this cookie. */
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
  /** False if only administrators may sign in with a password. */
  anybodyByPassword: boolean
}

/** The context of a resolver. Each request gets its own context. */
export interface GraphContext extends Context {
  /** The person who sent the request; null without a valid session. */
  readonly viewer: Viewer | null
  readonly cookie: SessionCookie
  readonly signInWays: SignInWays
  /** The sender's role, IP address and browser, for the audit log. */
  readonly origin: { role: string | null; ip: string | null; userAgent: string | null }
}

/**
 * The context of a resolver whose `@Authorized` requires a sign-in. Do not use it if the access is `public`, because
 * then there may be no viewer.
 */
export interface SignedInContext extends GraphContext {
  readonly viewer: Viewer
}
