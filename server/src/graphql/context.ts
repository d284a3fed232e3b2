import type { Context } from '../kernel/context.ts'
import type { Permission } from './permissions.ts'

/** The person who asks, as far as every resolver needs to know. */
export interface Viewer {
  id: string
  role: string
  permissions: readonly Permission[]
  /** When they last proved who they are by more than a password; null when never in this session. */
  stepUpAt: Date | null
  /** How they can prove it again. */
  stepUpMethod: StepUpMethod
}

/** By a code of their app, by enrolling such an app first, or by signing in again at the identity provider. */
export type StepUpMethod = 'code' | 'enrolment' | 'provider'

/** The browser's side of a session. The token itself is only ever in the cookie. */
export interface SessionCookie {
  /** What the browser sent. */
  readonly token: string | undefined
  /** Has the browser keep a new token for so many seconds. */
  set(token: string, maxAgeSeconds: number): void
  clear(): void
}

/** How people get in here. */
export interface SignInWays {
  /** The identity provider, as people know it; null when there is none. */
  provider: string | null
  /** False when only administrators sign in with a password. */
  anybodyByPassword: boolean
}

/** What a resolver gets: a context of its own for each request, and who asks. */
export interface GraphContext extends Context {
  /** Null when nobody is signed in. */
  readonly viewer: Viewer | null
  readonly cookie: SessionCookie
  readonly signInWays: SignInWays
  /** For the record of who did what. */
  readonly origin: { role: string | null; ip: string | null; userAgent: string | null }
}
