import { MutationObserver, onlineManager, QueryObserver, type QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { Problem } from '../lib/problem.ts'
import { createQueryClient } from './query-client.ts'

const offline = new Problem('The browser is offline.', { code: 'offline' })
const ends: (() => void)[] = []

afterEach(() => {
  for (const end of ends.splice(0)) end()
  onlineManager.setOnline(true)
})

/** Subscribes to a query as a page does. Returns a function that says how often the query was fetched. */
async function watch(client: QueryClient, options: { staleTime?: number | 'static' } = {}) {
  let fetches = 0
  const observer = new QueryObserver(client, {
    queryKey: ['WebhookDeliveries'],
    queryFn: () => Promise.resolve((fetches += 1)),
    staleTime: Infinity,
    ...options,
  })
  ends.push(observer.subscribe(() => undefined))
  await expect.poll(() => fetches).toBe(1)
  return () => fetches
}

const mutate = (client: QueryClient, mutationFn: () => Promise<unknown>, meta = {}): Promise<unknown> =>
  new MutationObserver(client, { mutationFn, meta }).mutate().catch((error: unknown) => error)

test('a mutation fails immediately while the browser is offline, and is not sent when the browser is online again', async () => {
  const client = createQueryClient()
  client.mount()
  ends.push(() => client.unmount())
  onlineManager.setOnline(false)
  let sent = 0
  const send = () => {
    sent += 1
    return Promise.reject(offline)
  }
  expect(await mutate(client, send)).toBe(offline)
  expect(sent).toBe(1)
  onlineManager.setOnline(true)
  await client.resumePausedMutations()
  expect(sent).toBe(1)
})

test('a query is fetched even while the browser is offline, and is fetched again when the browser is online again', async () => {
  const client = createQueryClient()
  client.mount()
  ends.push(() => client.unmount())
  const fetches = await watch(client, { staleTime: 0 })
  onlineManager.setOnline(false)
  await client.refetchQueries()
  expect(fetches()).toBe(2)
  onlineManager.setOnline(true)
  await expect.poll(fetches).toBe(3)
})

test('every active query is fetched again after a mutation, before the mutation settles', async () => {
  const client = createQueryClient()
  const fetches = await watch(client)
  await mutate(client, () => Promise.resolve(true))
  expect(fetches()).toBe(2)
})

test('active queries are fetched again after a mutation that was refused or has an unknown outcome', async () => {
  const client = createQueryClient()
  const fetches = await watch(client)
  await mutate(client, () => Promise.reject(new Problem('x', { code: 'outcome_unknown' })))
  await expect.poll(fetches).toBe(2)
  await mutate(client, () => Promise.reject(new Problem('x', { code: 'conflict' })))
  await expect.poll(fetches).toBe(3)
})

test('active queries are not fetched again after a mutation that was not sent or has changesData false', async () => {
  const client = createQueryClient()
  const fetches = await watch(client)
  await mutate(client, () => Promise.reject(offline))
  await mutate(client, () => Promise.resolve(true), { changesData: false })
  await mutate(client, () => Promise.resolve(true))
  expect(fetches()).toBe(2)
})

test('a query with staleTime static is not fetched again after a mutation', async () => {
  const client = createQueryClient()
  const fetches = await watch(client, { staleTime: 'static' })
  await mutate(client, () => Promise.resolve(true))
  expect(fetches()).toBe(1)
})

test('a mutation invalidates a query that no page shows', async () => {
  const client = createQueryClient()
  client.setQueryData(['Charges'], [])
  await mutate(client, () => Promise.resolve(true))
  expect(client.getQueryState(['Charges'])?.isInvalidated).toBe(true)
})
