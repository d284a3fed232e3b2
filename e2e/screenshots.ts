import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type BrowserContextOptions, type Page } from '@playwright/test'
import { z } from 'zod'
import { CHROMIUM_FLAGS, findOrInstallChromium } from './support/chromium.ts'
import { EXAMPLES, LIST_OF, routesOf } from './support/routes.ts'
import { createLookData } from './support/look-data.ts'
import { FURTHER_PAGES, recordPages } from './support/look-records.ts'
import { announceStacks, workerDataDir, dataDirs, readDemo, startStack } from './support/stack.ts'
import { openConsole } from './support/sessions.ts'
import { SIGN_IN_STATES, pageStates, type State } from './support/states.ts'

/**
 * Takes a screenshot of every page and important state with demo data. The variants are both colour schemes, 1440 px,
 * 390 px, and 1280 px with 200 % zoom. The screenshots with English texts have no variant with the zoom. In addition,
 * takes a screenshot of every page for each role, on a desktop and on a phone. There are about 1200 screenshots, and
 * each takes at least a second. The first argument is the output folder. The second argument is a regular expression
 * that selects screenshots by name, such as `charges`, `390-dark`, `^(home|balance)-.*english` or `role-support`. If
 * the variable `E2E_DATA_DIRS` (a JSON list of data folders) is set, the script uses the running stack of the first
 * folder. Otherwise the script starts a stack.
 */

const OUT = process.argv[2] ?? join(import.meta.dirname, 'test-results', 'look')
const ONLY = new RegExp(process.argv[3] ?? '')
/** The number of browser pages that take screenshots concurrently. */
const CONCURRENCY = 3
const DESKTOP = { size: '1440', viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 }
const PHONE = { size: '390', viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 }
const ZOOM = { size: 'zoom', viewport: { width: 640, height: 430 }, deviceScaleFactor: 2 }
/** Chromium cannot take a higher screenshot. */
const HEIGHT_MAX_PX = 16_000
const SETTLE_TIMEOUT_MS = 5_000
const SCREENSHOT_TIMEOUT_MS = 120_000
const NEW_NAME = 'Livraria Nova'
const NEW_DOCUMENT = '45723174000110'
const CLI = join(import.meta.dirname, '..', 'server', 'dist', 'src', 'cli.js')
const LOADING = /^(Carregando|Loading)$/

const running = dataDirs().length === 0 ? await startStack() : null
if (running) announceStacks([running])
await createLookData()
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: CHROMIUM_FLAGS })
mkdirSync(OUT, { recursive: true })

const url = (path: string): string => new URL(path, readDemo().console.url).href
const nameOf = (pattern: string): string =>
  pattern === '/$' ? 'nowhere' : pattern.replaceAll('$', '').replaceAll('/', '-').replace(/^-/, '') || 'home'

const Account = z.object({ gateway_id: z.string(), name: z.string().optional() })
const Accounts = z.object({ items: z.array(Account) })

/** Returns the URL of a page. Adds the demo merchant if the address selects no merchant. */
function withMerchant(address: string): string {
  const full = new URL(url(address))
  if (!full.searchParams.has('merchant')) full.searchParams.set('merchant', readDemo().gateway_id)
  return full.href
}

async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: SETTLE_TIMEOUT_MS })
  await page
    .getByRole('status', { name: LOADING })
    .first()
    .waitFor({ state: 'detached', timeout: SETTLE_TIMEOUT_MS })
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  )
}

async function capture(
  page: Page,
  { name, address, prepare, respond }: State,
  suffix: string,
): Promise<void> {
  if (respond) await page.route('**/graphql', respond)
  await page.goto(withMerchant(address))
  const loading = page.getByRole('status', { name: LOADING }).first()
  const opened = name.endsWith('-loading') ? loading.waitFor({ timeout: SETTLE_TIMEOUT_MS }) : settle(page)
  await opened.catch(() => undefined)
  await prepare?.(page).catch((error: unknown) => process.stderr.write(`${name}: ${String(error)}\n`))
  if (prepare) await settle(page).catch(() => undefined)
  await page.evaluate(() => window.scrollTo(0, 0))
  const modal = await page.locator('[aria-modal="true"]').count()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const { width, height: viewportHeight } = page.viewportSize() ?? { width: 0, height: 0 }
  const clip = {
    x: 0,
    y: 0,
    width,
    height: modal > 0 ? viewportHeight : Math.min(Math.max(height, viewportHeight), HEIGHT_MAX_PX),
  }
  await page.screenshot({
    path: join(OUT, `${name}-${suffix}.png`),
    fullPage: modal === 0,
    clip,
    timeout: SCREENSHOT_TIMEOUT_MS,
  })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Returns the URL to which the first row of a list links; null if the list is empty. */
async function firstOf(page: Page, list: string): Promise<string | null> {
  await page.goto(withMerchant(list))
  const { pathname } = new URL(url(list))
  const link = page.locator(`main [data-opens="true"] a[href^="${pathname}/"]`).first()
  return await link.getAttribute('href', { timeout: SETTLE_TIMEOUT_MS }).catch(() => null)
}

/**
 * Returns an address for each page. For the page of a record, takes the link in the first row of the list of such
 * records.
 */
async function pagesOf(page: Page): Promise<Record<'publicPaths' | 'pages', State[]>> {
  const { publicPaths, pages } = await routesOf(page)
  const found: State[] = []
  for (const pattern of pages) {
    const list = LIST_OF[pattern]
    if (list !== undefined) {
      const address = await firstOf(page, list)
      if (address !== null) found.push({ name: nameOf(pattern), address })
    } else found.push({ name: nameOf(pattern), address: EXAMPLES[pattern] ?? pattern })
  }
  return { publicPaths: publicPaths.map((path) => ({ name: nameOf(path), address: path })), pages: found }
}

function cli(...args: string[]): unknown {
  const { DATABASE_URL: _, ...environment } = process.env
  const env = { ...environment, DATA_DIR: workerDataDir() }
  return JSON.parse(execFileSync(process.execPath, [CLI, ...args, '--json'], { env, encoding: 'utf8' }))
}

/** Returns the id of a merchant without data. Reuses the merchant that an earlier run created. */
function emptyMerchant(): string {
  const known = Accounts.parse(cli('account', 'list')).items.find(({ name }) => name === NEW_NAME)
  return (known ?? Account.parse(cli('account', 'create', '--name', NEW_NAME, '--document', NEW_DOCUMENT)))
    .gateway_id
}

const other = emptyMerchant()
const first = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'pt-BR' })
const setupPage = await first.newPage()
await openConsole(setupPage)
const { publicPaths, pages } = await pagesOf(setupPage)
const addressOf = (name: string): string => pages.find((page) => page.name === name)?.address ?? '/'
const states = pageStates({
  charge: (await firstOf(setupPage, '/charges?status=paid')) ?? '/charges',
  endpoint: addressOf('webhooks-endpointId'),
  other,
})
pages.push(...FURTHER_PAGES, ...(await recordPages()))
const storageState = await first.storageState()

async function captureAll(
  options: BrowserContextOptions,
  suffix: string,
  list: readonly State[],
): Promise<void> {
  const remaining = list.filter(({ name }) => ONLY.test(`${name}-${suffix}`))
  if (remaining.length === 0) return
  const context = await browser.newContext({ locale: 'pt-BR', ...options })
  const captureNext = async () => {
    for (let state = remaining.shift(); state; state = remaining.shift()) {
      const page = await context.newPage()
      await capture(page, state, suffix)
      await page.close()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, captureNext))
  await context.close()
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const { size, ...screen } of [DESKTOP, PHONE, ZOOM]) {
    const suffix = `${size}-${colorScheme}`
    await captureAll({ ...screen, colorScheme, storageState }, suffix, [...pages, ...states])
    await captureAll({ ...screen, colorScheme }, suffix, publicPaths)
    for (const state of SIGN_IN_STATES) await captureAll({ ...screen, colorScheme }, suffix, [state])
  }
const english = {
  origin: new URL(url('/')).origin,
  localStorage: [{ name: 'console.language', value: 'en' }],
}
const unchanged = states.filter(({ name }) => !/loading|refused|error/.test(name))
for (const colorScheme of ['light', 'dark'] as const)
  for (const { size, ...screen } of [DESKTOP, PHONE]) {
    const options = { ...screen, colorScheme, storageState: { ...storageState, origins: [english] } }
    await captureAll(options, `${size}-${colorScheme}-english`, [...pages, ...unchanged])
    const signedOut = { ...options, storageState: { cookies: [], origins: [english] } }
    // Most states of the sign-in pages are prepared with the Portuguese names of their fields.
    const unprepared = SIGN_IN_STATES.filter(({ prepare }) => prepare === undefined)
    await captureAll(signedOut, `${size}-${colorScheme}-english`, [...publicPaths, ...unprepared])
  }
for (const role of ['support', 'finance', 'auditor'] as const) {
  const context = await browser.newContext({ locale: 'pt-BR' })
  await openConsole(await context.newPage(), role)
  const roleState = await context.storageState()
  for (const [{ size, ...screen }, colorScheme] of [
    [DESKTOP, 'light'],
    [PHONE, 'dark'],
  ] as const)
    await captureAll(
      { ...screen, colorScheme, storageState: roleState },
      `${size}-${colorScheme}-role-${role}`,
      pages,
    )
  await context.close()
}
await browser.close()
await running?.stop()
process.exit()
