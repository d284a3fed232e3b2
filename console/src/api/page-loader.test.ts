import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ME_KEY } from './person.ts'
import { pageLoader } from './page-loader.ts'

const location = { pathname: '/audit', publicHref: '/audit', search: {} }

test.each([
  ['starts the queries of a page that the person may open', ['audit.read'], 1],
  ['starts no query of a page that the person may not open', ['charge.read'], 0],
])('the loader %s', (_name, permissions, calls) => {
  const client = new QueryClient()
  client.setQueryData(ME_KEY, { permissions, testPermissions: [] })
  const start = vi.fn<() => void>()
  pageLoader(start)({ context: { client }, params: {}, location, preload: false })
  expect(start).toHaveBeenCalledTimes(calls)
})
