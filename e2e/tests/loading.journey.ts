import { expect, test, type Page, type Request, type Route } from '@playwright/test'
import { addressesOf, navigate, routesOf } from '../support/routes.ts'
import { readDemo } from '../support/stack.ts'
import { recordPayout, signIn } from '../support/staff.ts'
import { forPageContent, operationOf } from '../support/states.ts'

/** What the build promises of JavaScript, gzipped, and what styles and letters add. */
const FIRST_VISIT_KIB = { script: 320, all: 460 }

const OPERATIONS = '**/graphql'
const pathOf = (request: Request): string => new URL(request.url()).pathname

/** What each kind of file of the console weighs that the page has loaded, in KiB as they came over the wire. */
const loadedKib = (page: Page): Promise<Record<'script' | 'all', number>> =>
  page.evaluate(() => {
    const entries = performance.getEntriesByType('resource')
    const files = entries.filter((entry) => entry instanceof PerformanceResourceTiming)
    const kib = (some: typeof files) =>
      some.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024
    return { script: kib(files.filter(({ name }) => name.endsWith('.js'))), all: kib(files) }
  })

/** The server, that lets what is asked wait until it is told to answer. */
function holding() {
  const held: Route[] = []
  let isHeld = true
  return {
    answer: async (route: Route): Promise<void> => {
      if (isHeld) held.push(route)
      else await route.continue()
    },
    waiting: (): Request[] => held.map((route) => route.request()),
    hold: (): void => {
      isHeld = true
    },
    async release(): Promise<void> {
      isHeld = false
      await Promise.all(held.splice(0).map((route) => route.continue()))
    },
  }
}

/**
 * Requests are told of in their order: once that of a last one came, all have that the page as it stands makes. The
 * last one is sent after the next frame is drawn, and what that frame's effects ask for with it.
 */
async function untilTold(page: Page): Promise<void> {
  const last = page.waitForRequest('**/healthz')
  await page.evaluate(async () => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve))
    })
    await fetch('/healthz')
  })
  await last
}

const ASK_NOTHING = ['/account/preferences', '/$']

/** The names of operations, each once, of texts that begin with them. */
const namesOf = (asked: readonly string[]) => [...new Set(asked.map((text) => text.split(' ', 1)[0]))]

test('a first visit to the charges loads what the build promises, and each step as early as it can', async ({
  page,
  browser,
}) => {
  await signIn(page)
  const storageState = await page.context().storageState()
  const visit = await (await browser.newContext({ storageState, locale: 'pt-BR' })).newPage()
  const asked: Request[] = []
  const server = holding()
  visit.on('request', (request) => asked.push(request))
  await visit.route(OPERATIONS, server.answer)
  await visit.goto(new URL('/charges', readDemo().console.url).href)

  // While the server has not even said who is here.
  await expect.poll(() => server.waiting().map(operationOf).toSorted()).toEqual(['Me', 'Merchants'])
  await expect
    .poll(() => asked.some((request) => pathOf(request).startsWith('/assets/ChargesPage-')))
    .toBe(true)

  await server.release()
  await expect(visit.getByRole('row').nth(1)).toBeVisible()
  const loaded = await loadedKib(visit)
  expect(loaded.script).toBeLessThan(FIRST_VISIT_KIB.script)
  expect(loaded.all).toBeLessThan(FIRST_VISIT_KIB.all)
  await visit.context().close()
})

test('no page asks for the same thing twice, or for a thing only after another that it does not need', async ({
  page,
}) => {
  await signIn(page)
  await recordPayout(page, `TED-${Date.now()}`)
  const { pages } = await routesOf(page)
  const addresses = await addressesOf(
    page,
    pages.filter((pattern) => !ASK_NOTHING.includes(pattern)),
  )
  // Nothing of an earlier page may help.
  await page.goto(new URL('/account/preferences', page.url()).href)
  const main = page.getByRole('main')
  const loading = main.getByRole('status', { name: 'Carregando' })
  let asked: string[] = []
  // What an earlier page has asked for is there, and asked for again when it has aged.
  const known = new Set<string>()
  const server = holding()
  page.on('request', (request) => {
    if (pathOf(request) === '/graphql') asked.push(`${operationOf(request)} ${request.postData()}`)
  })
  await page.route(OPERATIONS, forPageContent(server.answer))
  for (const [pattern, address] of addresses)
    await test.step(pattern, async () => {
      asked = []
      server.hold()
      await navigate(page, address)
      await expect(loading.first()).toBeVisible()
      await expect.poll(() => asked.length).toBeGreaterThan(0)
      await untilTold(page)
      const atOnce = [...asked]
      expect(atOnce).toEqual([...new Set(atOnce)])
      await server.release()
      await expect(loading).toHaveCount(0)
      const late = namesOf(asked.filter((text) => !known.has(text)))
      expect(late.filter((name) => !namesOf(atOnce).includes(name))).toEqual([])
      for (const text of asked) known.add(text)
    })
})
