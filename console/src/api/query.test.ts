import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentChallenge, dismissChallenges, subscribeToChallenges } from './auth-challenge.ts'
import { CasesDocument, HomeDocument } from './generated/graphql.ts'
import { gqlQuery, pagedQuery } from './query.ts'
import { createQueryClient } from './query-client.ts'

const HOME = gqlQuery(HomeDocument, { zone: 'UTC', merchantId: null })
const CASES = pagedQuery(
  CasesDocument,
  { merchantId: null, kind: null, status: null, hasException: null, first: 50 },
  ({ cases }) => cases,
)
const ENDED = { errors: [{ message: '', extensions: { code: 'UNAUTHENTICATED' } }] }

let end: () => void = () => undefined
beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => Response.json(ENDED))
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  end = subscribeToChallenges(() => undefined)
})
afterEach(() => {
  dismissChallenges()
  end()
  vi.unstubAllGlobals()
})

test('when the session has ended, prefetching a query opens no sign-in challenge', async () => {
  const client = createQueryClient()
  await client.prefetchQuery(HOME)
  await client.prefetchInfiniteQuery(CASES)
  expect(client.getQueryState(HOME.queryKey)?.error).toMatchObject({ code: 'unauthorized' })
  expect(client.getQueryState(CASES.queryKey)?.error).toMatchObject({ code: 'unauthorized' })
  expect(currentChallenge()).toBe(null)
})

test('when the session has ended, a prefetched query opens a sign-in challenge once a page shows the query', async () => {
  const client = createQueryClient()
  const preloaded = client.prefetchQuery(HOME)
  const leave = new QueryObserver(client, HOME).subscribe(() => undefined)
  await expect.poll(() => currentChallenge()?.kind).toBe('sign-in')
  dismissChallenges()
  await preloaded
  leave()
})
