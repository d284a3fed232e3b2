import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ME_KEY } from './person.ts'
import { pageLoader } from './page-loader.ts'

const location = { pathname: '/audit', publicHref: '/audit', search: {} }

test.each([
  ['starts the queries if the person may open the page', ['audit.read'], 1],
  ['starts no query if the person may not open the page', ['charge.read'], 0],
])('the loader of a page %s', (_name, permissions, calls) => {
  const client = new QueryClient()
  client.setQueryData(ME_KEY, { permissions, testPermissions: [] })
  const start = vi.fn<() => void>()
  pageLoader(start)({ context: { client }, params: {}, location, preload: false })
  expect(start).toHaveBeenCalledTimes(calls)
})
