import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { clearDocumentHandles } from '../lib/search/document-handles.ts'
import { isTestEnvironment, leaveTestEnvironment } from '../lib/environment.ts'
import { announceSession, onSessionChange, type SessionChange } from '../lib/session-change.ts'
import { clearNotices } from '../ui/notices.ts'
import { currentChallenge, dismissChallenges } from './auth-challenge.ts'
import { MeDocument } from './generated/graphql.ts'
import { abortRequests } from './http.ts'
import { ME_KEY, setTabOwner, tabOwner, type Me } from './person.ts'
import { send } from './send.ts'
import { recordSecondsLeft } from './session-timer.ts'

interface App {
  client: QueryClient
  router: RegisteredRouter
}

let app: App | null = null
let isClearing = false
/** The URL to open after the next sign-in, and the id of the only person who may return to it. */
let returnAddress: { staffId: string; href: string } | null = null
const listeners = new Set<() => void>()

/**
 * Connects this module to the query client, the router and the other tabs. Call this function once, before the first
 * render.
 */
export function manageSession(target: App): void {
  app = target
  onSessionChange((change) => void followOtherTab(target, change))
  // A page that the browser restores from the back/forward cache may show data of a session that has ended since.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
}

const signedInStaff = ({ client }: App): Me | null => client.getQueryData<Me | null>(ME_KEY) ?? null

/** Applies a session change announced by another tab. All tabs share one session cookie. */
async function followOtherTab(target: App, change: SessionChange): Promise<void> {
  if (signedInStaff(target) === null) return
  if (change === 'signed-out') return leaveSession(target, true)
  const { me } = await send(MeDocument, {}).catch(() => ({ me: null }))
  if (me !== null && me.id !== tabOwner()) return replacePerson(target, me)
  const challenge = currentChallenge()
  if (me !== null && challenge?.kind === 'sign-in') challenge.settle(true)
}

/**
 * Ends the session in every tab of this browser. Call this function after the server has ended the session. Removes the
 * person's data and opens the sign-in page. With `isExpired`, the console returns to the current URL after the same
 * person has signed in.
 */
export async function endSession({ isExpired }: { isExpired: boolean }): Promise<void> {
  if (app === null) return
  announceSession('signed-out')
  await leaveSession(app, isExpired)
}

async function leaveSession(target: App, isExpired: boolean): Promise<void> {
  const { router } = target
  if (isExpired) saveReturnAddress(router.state.location.href)
  await clearTab(target, () =>
    router.navigate({ to: '/sign-in', search: isExpired ? { ended: '1' } : {}, replace: true }),
  )
}

/**
 * Hands the tab over to another person who has signed in. Removes the data of the previous person and opens
 * the home page.
 */
export async function changePerson(staff: Me): Promise<void> {
  if (app === null) return
  announceSession('signed-in')
  await replacePerson(app, staff)
}

async function replacePerson(target: App, staff: Me): Promise<void> {
  const { client, router } = target
  await clearTab(target, () => {
    setTabOwner(staff.id)
    client.setQueryData(ME_KEY, staff)
    // The URL of a test account contains a merchant that the previous person chose, so the next person starts in
    // production.
    if (isTestEnvironment()) return leaveTestEnvironment()
    // Without an explicit undefined the router would retain the previous person's merchant and time zone.
    return router.navigate({ to: '/', search: { merchant: undefined, zone: undefined }, replace: true })
  })
}

/** Resumes the page after its owner has signed in again in the dialog over the page. */
export function resumeSession(staff: Me): void {
  app?.client.setQueryData(ME_KEY, staff)
  announceSession('signed-in')
}

/**
 * Starts a session from the sign-in page. Returns the URL to open: where this person's last session ended, otherwise
 * `requested`.
 */
export function beginSession(staff: Me, requested: string): string {
  const href = returnAddress?.staffId === staff.id ? returnAddress.href : requested
  returnAddress = null
  if (app) clearPersonalData(app)
  setTabOwner(staff.id)
  resumeSession(staff)
  return href
}

/**
 * Saves a URL to which only the owner of this tab may return. Returns false when no person has signed in in this tab.
 */
export function saveReturnAddress(href: string): boolean {
  const staffId = tabOwner()
  if (staffId !== null) returnAddress = { staffId, href }
  return staffId !== null
}

/**
 * Removes all data of the previous person from the tab. The tab shows no page until `open` has opened the next page.
 */
async function clearTab(target: App, open: () => Promise<void>): Promise<void> {
  if (isClearing) return
  // Removes the page before its data. A page that is still rendered would create its queries in the cache again.
  flushSync(() => setClearing(true))
  clearPersonalData(target)
  try {
    await open()
  } finally {
    target.router.clearCache()
    setClearing(false)
  }
}

/** Clears every cache with personal data. Add every new module-level cache with personal data here. */
function clearPersonalData({ client, router }: App): void {
  dismissChallenges()
  abortRequests()
  clearNotices()
  clearDocumentHandles()
  recordSecondsLeft(null)
  client.clear()
  router.clearCache()
}

function setClearing(value: boolean): void {
  isClearing = value
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether the tab is being handed over to another person and must render no page. */
export const useIsClearing = (): boolean => useSyncExternalStore(subscribe, () => isClearing)
