import type { Page } from '@playwright/test'

/** Of the page's query client: what it keeps, and by what it is asked for. */
interface Kept {
  getAll(): { state: unknown; queryHash?: string }[]
}

/** Everything a page keeps where somebody else, or a later visit, could find it. */
export const dumpPageStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const root = document.querySelector('#root')
    const name = Object.keys(root ?? {}).find((key) => key.startsWith('__reactContainer')) ?? ''
    let client: object | undefined
    for (let at: unknown = Reflect.get(root ?? {}, name); !client && typeof at === 'object' && at !== null;) {
      const props: unknown = Reflect.get(at, 'memoizedProps') ?? {}
      const given: unknown = typeof props === 'object' && props !== null ? Reflect.get(props, 'client') : null
      if (typeof given === 'object' && given !== null && 'getQueryCache' in given) client = given
      at = Reflect.get(at, 'child')
    }
    if (!client) throw new Error('the page has no query cache to look into')
    const queries: Kept = Reflect.apply(Reflect.get(client, 'getQueryCache'), client, [])
    const mutations: Kept = Reflect.apply(Reflect.get(client, 'getMutationCache'), client, [])
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
      performance.getEntries().map((entry) => entry.name),
      cacheNames,
      await indexedDB.databases(),
    ])
  })

/** Which of the texts stand anywhere in the page's memory, after a collection of what nothing holds. */
export async function findInHeap(page: Page, texts: readonly string[]): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  const keep = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', keep)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const memory = chunks.join('')
  return texts.filter((text) => memory.includes(text))
}
