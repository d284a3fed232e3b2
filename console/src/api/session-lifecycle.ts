import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { clearDocumentHandles } from '../lib/search/document-handles.ts'
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
/** The address that an ended session returnAddress, for its person alone. */
let returnAddress: { staffId: string; href: string } | null = null
const listeners = new Set<() => void>()

/** Has the functions below act on this app, and on what other tabs report. Called once, before the first render. */
export function manageSession(of: App): void {
  app = of
  onSessionChange((change) => void followOtherTab(of, change))
  // A page that the browser kept when it was returnAddress may belong to a session that has ended since.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
}

const signedInStaff = ({ client }: App): Me | null => client.getQueryData<Me | null>(ME_KEY) ?? null

/** Follows another tab of this browser: they share the session cookie. */
async function followOtherTab(of: App, change: SessionChange): Promise<void> {
  if (signedInStaff(of) === null) return
  if (change === 'signed-out') return leaveSession(of, true)
  const { me } = await send(MeDocument, {}).catch(() => ({ me: null }))
  if (me !== null && me.id !== tabOwner()) return replacePerson(of, me)
  const challenge = currentChallenge()
  if (me !== null && challenge?.kind === 'sign-in') challenge.settle(true)
}

/**
 * Ends the session in every tab of this browser, after the server has ended it: removes everything of its person and
 * opens the sign-in page. With `isExpired` the same person returns to the present address by signing in.
 */
export async function endSession({ isExpired }: { isExpired: boolean }): Promise<void> {
  if (app === null) return
  announceSession('signed-out')
  await leaveSession(app, isExpired)
}

async function leaveSession(of: App, isExpired: boolean): Promise<void> {
  const { router } = of
  if (isExpired) saveReturnAddress(router.state.location.href)
  await clearTab(of, () =>
    router.navigate({ to: '/sign-in', search: isExpired ? { ended: '1' } : {}, replace: true }),
  )
}

/** Gives the tab to another person who has signed in: removes everything of the former one and opens the first page. */
export async function changePerson(staff: Me): Promise<void> {
  if (app === null) return
  announceSession('signed-in')
  await replacePerson(app, staff)
}

async function replacePerson(of: App, staff: Me): Promise<void> {
  const { client, router } = of
  await clearTab(of, () => {
    setTabOwner(staff.id)
    client.setQueryData(ME_KEY, staff)
    // Named, or the router would keep what the former person chose.
    return router.navigate({ to: '/', search: { merchant: undefined, zone: undefined }, replace: true })
  })
}

/** Goes on with the session of the same person, who signed in again over the page. */
export function resumeSession(staff: Me): void {
  app?.client.setQueryData(ME_KEY, staff)
  announceSession('signed-in')
}

/** Begins the session of a person on the sign-in page. Returns the address to open: their last one, or `requested`. */
export function beginSession(staff: Me, requested: string): string {
  const href = returnAddress?.staffId === staff.id ? returnAddress.href : requested
  returnAddress = null
  if (app) clearPersonalData(app)
  setTabOwner(staff.id)
  resumeSession(staff)
  return href
}

/** Keeps an address for the owner of this tab. Returns false when it has none: nobody has signed in here. */
export function saveReturnAddress(href: string): boolean {
  const staffId = tabOwner()
  if (staffId !== null) returnAddress = { staffId, href }
  return staffId !== null
}

/** Removes everything of the former person from the tab. No page is shown until `open` has opened the next one. */
async function clearTab(of: App, open: () => Promise<void>): Promise<void> {
  if (isClearing) return
  setClearing(true)
  clearPersonalData(of)
  try {
    await open()
  } finally {
    of.router.clearCache()
    setClearing(false)
  }
}

/** Removes every trace of the former person from memory. A new module-level cache is cleared here too. */
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

/** Whether the tab passes from one person to the next, while it shows no page. */
export const useIsClearing = (): boolean => useSyncExternalStore(subscribe, () => isClearing)
