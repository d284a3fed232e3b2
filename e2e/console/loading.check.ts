import { expect, test, type Page, type Request, type Route } from '@playwright/test'
import { addressesOf, navigate, routesOf } from '../support/routes.ts'
import { readDemo } from '../support/stack.ts'
import { openConsole } from '../support/sessions.ts'
import { recordPayout } from '../support/staff.ts'
import { operationOf } from '../support/operations.ts'
import { forPageContent, respondError } from '../support/states.ts'

/** Maximum transfer sizes of a first visit in KiB. `script` counts JavaScript only; `all` adds styles and fonts. */
const FIRST_VISIT_KIB = { script: 195, all: 297 }

const OPERATIONS = '**/graphql'
const pathOf = (request: Request): string => new URL(request.url()).pathname
// The browser keeps the mouse position of the previous test. A link under the mouse would load its page too early.
test.beforeEach(({ page }) => page.mouse.move(0, 0))

/** Returns the compressed size in KiB of the files that the page has loaded. */
const loadedKib = (page: Page): Promise<Record<'script' | 'all', number>> =>
  page.evaluate(() => {
    const entries = performance.getEntriesByType('resource')
    const files = entries.filter((entry) => entry instanceof PerformanceResourceTiming)
    const kib = (some: typeof files) =>
      some.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024
    return { script: kib(files.filter(({ name }) => name.endsWith('.js'))), all: kib(files) }
  })

/**
 * Returns a gate that can hold requests. Pass `answer` to Playwright as the route handler. `hold` makes the gate hold
 * new requests, `waiting` returns the held requests, and `release` sends them to the server.
 */
function createRequestGate() {
  const heldRoutes: Route[] = []
  let isHeld = true
  return {
    answer: async (route: Route): Promise<void> => {
      if (isHeld) heldRoutes.push(route)
      else await route.continue()
    },
    waiting: (): Request[] => heldRoutes.map((route) => route.request()),
    hold: (): void => {
      isHeld = true
    },
    async release(): Promise<void> {
      isHeld = false
      await Promise.all(heldRoutes.splice(0).map((route) => route.continue()))
    },
  }
}

/**
 * Waits until Playwright has reported every request that the page has sent. Playwright reports requests in order, so
 * this function sends one more request and waits for its report. The function sends that request after the next frame,
 * because React effects of the current frame may still send requests.
 */
async function waitForReportedRequests(page: Page): Promise<void> {
  const last = page.waitForRequest('**/healthz')
  await page.evaluate(async () => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve))
    })
    await fetch('/healthz')
  })
  await last
}

/** Returns an array that grows by the operation name of every request that the page sends from now on. */
function recordOperations(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (pathOf(request) === '/graphql') sent.push(operationOf(request))
  })
  return sent
}

const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Navegação principal' }).getByRole('link', { name })

/** Resolves to the next response to this operation. */
const responseOf = (page: Page, operation: string) =>
  page.waitForResponse(
    (response) => pathOf(response.request()) === '/graphql' && operationOf(response.request()) === operation,
  )

const ASK_NOTHING = ['/account/preferences', '/$']

/**
 * Returns the distinct operation names of recorded requests. Each request text starts with the name of its operation.
 */
const namesOf = (requests: readonly string[]) => [...new Set(requests.map((text) => text.split(' ', 1)[0]))]

test('a first visit to the page of charges stays within the size budget and loads code and data in parallel', async ({
  page,
  browser,
}) => {
  await openConsole(page)
  const storageState = await page.context().storageState()
  const visit = await (await browser.newContext({ storageState, locale: 'pt-BR' })).newPage()
  const requests: Request[] = []
  const server = createRequestGate()
  visit.on('request', (request) => requests.push(request))
  await visit.route(OPERATIONS, server.answer)
  await visit.goto(new URL('/charges', readDemo().console.url).href)

  // Before the server answers `Me`, the page also sends `Merchants` and requests the script of the page of charges.
  await expect.poll(() => server.waiting().map(operationOf).toSorted()).toEqual(['Me', 'Merchants'])
  await expect
    .poll(() => requests.some((request) => pathOf(request).startsWith('/assets/ChargesPage-')))
    .toBe(true)

  await server.release()
  await expect(visit.getByRole('row').nth(1)).toBeVisible()
  const loaded = await loadedKib(visit)
  expect(loaded.script).toBeLessThan(FIRST_VISIT_KIB.script)
  expect(loaded.all).toBeLessThan(FIRST_VISIT_KIB.all)
  await visit.context().close()
})

test('hovering a link loads the data of the linked page, and the page does not request the data again when it opens', async ({
  page,
}) => {
  await openConsole(page, 'admin', '/charges')
  const link = page.getByRole('table').getByRole('link').first()
  const server = createRequestGate()
  const sent = recordOperations(page)
  await page.route(OPERATIONS, (route) =>
    operationOf(route.request()) === 'Charge' ? server.answer(route) : route.continue(),
  )
  await link.hover()
  await expect.poll(() => server.waiting().length).toBe(1)
  await link.click()
  await expect(page.getByRole('main').getByRole('status', { name: 'Carregando' })).toBeVisible()
  await waitForReportedRequests(page)
  expect(sent.filter((name) => name === 'Charge')).toHaveLength(1)
  await server.release()
  await expect(page.getByRole('region', { name: 'Composição do valor' })).toBeVisible()
})

test('hovering or focusing a menu entry loads the data of its page, and the page does not request the data again', async ({
  page,
}) => {
  await openConsole(page)
  // Stop the clock, so that the loaded data does not become stale on a slow machine.
  await page.clock.setFixedTime(Date.now())
  const sent = recordOperations(page)
  const charges = responseOf(page, 'Charges')
  await menuLink(page, 'Cobranças').hover()
  await charges
  await menuLink(page, 'Cobranças').click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await waitForReportedRequests(page)
  expect(sent.filter((name) => name === 'Charges')).toHaveLength(1)

  const members = responseOf(page, 'StaffMembers')
  await menuLink(page, 'Pessoas').focus()
  await members
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Pessoas' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await waitForReportedRequests(page)
  expect(sent.filter((name) => name === 'StaffMembers')).toHaveLength(1)
})

test('focusing a row or hovering a menu entry without a chosen merchant loads no data', async ({ page }) => {
  await openConsole(page, 'admin', '/charges?merchant=all')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const sent = recordOperations(page)
  // The router loads the script of a page in parallel with the data of the page.
  const chargePage = page.waitForRequest(/\/assets\/ChargePage-.*\.js/)
  await page.keyboard.press('j')
  await chargePage
  await page.keyboard.press('j')
  await expect(page.getByRole('row').nth(2).getByRole('link').first()).toBeFocused()
  const balancePage = page.waitForRequest(/\/assets\/BalancePage-.*\.js/)
  await menuLink(page, 'Saldo').hover()
  await balancePage
  await waitForReportedRequests(page)
  expect(sent.filter((name) => /^(Charge|Balance|BalanceHistory)$/.test(name))).toEqual([])
})

test('after the session has ended, opening a page opens the sign-in dialog, but hovering its menu entry does not', async ({
  page,
}) => {
  await openConsole(page)
  const sent = recordOperations(page)
  const refuse = respondError('UNAUTHENTICATED')
  await page.route(OPERATIONS, (route) =>
    operationOf(route.request()) === 'Charges' ? refuse(route) : route.continue(),
  )
  const charges = responseOf(page, 'Charges')
  await menuLink(page, 'Cobranças').hover()
  await charges
  await waitForReportedRequests(page)
  expect(sent).not.toContain('Me')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await menuLink(page, 'Cobranças').click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the first key press loads the merchant select, which keeps the focus', async ({ page }) => {
  await openConsole(page)
  const select = page.getByRole('combobox', { name: 'Lojista' })
  await select.focus()
  await expect(select).toHaveAttribute('readonly')
  await page.keyboard.press('Shift')
  await expect(select).not.toHaveAttribute('readonly')
  await expect(select).toBeFocused()
  await page.keyboard.type('Boa')
  await expect(page.getByRole('option', { name: 'Torrefação Boa Vista' })).toBeVisible()
})

test('no page sends an operation twice or sends independent operations in sequence', async ({ page }) => {
  await openConsole(page)
  await recordPayout(page, `TED-${Date.now()}`)
  const { pages } = await routesOf(page)
  const addresses = await addressesOf(
    page,
    pages.filter((pattern) => !ASK_NOTHING.includes(pattern)),
  )
  // Reload the console, so that the cache contains no data of earlier pages.
  await page.goto(new URL('/account/preferences', page.url()).href)
  const main = page.getByRole('main')
  const loading = main.getByRole('status', { name: 'Carregando' })
  let requests: string[] = []
  // Operations of earlier pages, whose results are cached. A page may send one of these operations late, because it
  // refetches a stale result.
  const cached = new Set<string>()
  const server = createRequestGate()
  page.on('request', (request) => {
    if (pathOf(request) === '/graphql') requests.push(`${operationOf(request)} ${request.postData()}`)
  })
  await page.route(OPERATIONS, forPageContent(server.answer))
  for (const [pattern, address] of addresses)
    await test.step(pattern, async () => {
      requests = []
      server.hold()
      await navigate(page, address)
      await expect(loading.first()).toBeVisible()
      await expect.poll(() => requests.length).toBeGreaterThan(0)
      await waitForReportedRequests(page)
      const atOnce = [...requests]
      expect(atOnce).toEqual([...new Set(atOnce)])
      await server.release()
      await expect(loading).toHaveCount(0)
      const sentLater = namesOf(requests.filter((text) => !cached.has(text)))
      expect(sentLater.filter((name) => !namesOf(atOnce).includes(name))).toEqual([])
      for (const text of requests) cached.add(text)
    })
})
