import type { Page } from '@playwright/test'

/** A cache of the page's TanStack query client. */
interface QueryCache {
  getAll(): { state: unknown; queryHash?: string }[]
}

/**
 * Returns everything from which another person could later read data of the page: content, caches, storage and history.
 */
export const dumpPageStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const root = document.querySelector('#root')
    const name = Object.keys(root ?? {}).find((key) => key.startsWith('__reactContainer')) ?? ''
    let client: object | undefined
    for (let at: unknown = Reflect.get(root ?? {}, name); !client && typeof at === 'object' && at !== null;) {
      const props: unknown = Reflect.get(at, 'memoizedProps') ?? {}
      const candidate: unknown =
        typeof props === 'object' && props !== null ? Reflect.get(props, 'client') : null
      if (typeof candidate === 'object' && candidate !== null && 'getQueryCache' in candidate)
        client = candidate
      at = Reflect.get(at, 'child')
    }
    if (!client) throw new Error('BUG: no query client found in the React tree')
    const queries: QueryCache = Reflect.apply(Reflect.get(client, 'getQueryCache'), client, [])
    const mutations: QueryCache = Reflect.apply(Reflect.get(client, 'getMutationCache'), client, [])
    const entries = [...queries.getAll(), ...mutations.getAll()]
    const cacheNames = await caches.keys().catch(() => [])
    return JSON.stringify([
      entries.map(({ state, queryHash }) => [state, queryHash]),
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      history.state,
      document.cookie,
      location.href,
      document.documentElement.outerHTML,
      Array.from(document.querySelectorAll('input, textarea'), (field) => Reflect.get(field, 'value')),
      // The browser keeps the URLs of earlier pages in its history and in these entries. A page cannot remove these
      // URLs.
      performance
        .getEntries()
        .filter(({ entryType }) => entryType !== 'soft-navigation')
        .map((entry) => entry.name),
      cacheNames,
      await indexedDB.databases(),
    ])
  })

/**
 * Returns those of the texts that a heap snapshot of the page contains. Chromium collects garbage before the snapshot.
 */
export async function findInHeap(page: Page, texts: readonly string[]): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  const onChunk = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', onChunk)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const memory = chunks.join('')
  return texts.filter((text) => memory.includes(text))
}
