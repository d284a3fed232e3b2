import type { Cookie, Page } from '@playwright/test'
import { createStaff, openPath, signIn, type Person } from './staff.ts'

/** The roles with a shared session, and whether the person with this role has an authenticator app. */
const HAS_APP = { admin: true, finance: true, support: false, auditor: false } as const

type Role = keyof typeof HAS_APP

/** A session that the tests of this worker share. */
interface SharedSession {
  person: Person
  cookies: Cookie[]
  createdAtMs: number
}

/**
 * The maximum age of a shared session at the start of a test, in milliseconds. Five minutes after sign-in, sensitive
 * actions require step-up authentication, which replaces the token in the cookie. Three minutes of these five are
 * reserved for the test.
 */
const AGE_MAX_MS = 110_000

const sessions = new Map<Role, SharedSession>()

/**
 * Opens a page of the console, by default the home page, in the shared session of the role. Signs in first if the role
 * has no shared session or if the session is older than AGE_MAX_MS. A test must create its own person if it ends a
 * session, signs in again or saves settings of the person.
 */
export async function openConsole(page: Page, role: Role = 'admin', path = '/'): Promise<void> {
  const shared = sessions.get(role)
  if (shared === undefined || Date.now() - shared.createdAtMs > AGE_MAX_MS) {
    const person = shared?.person ?? (await createStaff(role, { app: HAS_APP[role] }))
    const createdAtMs = Date.now()
    await signIn(page, person, path)
    sessions.set(role, { person, cookies: await page.context().cookies(), createdAtMs })
    return
  }
  await page.context().addCookies(shared.cookies)
  await openPath(page, path)
}
