import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { CHROMIUM_FLAGS, findOrInstallChromium } from './support/chromium.ts'
import { commandLine } from './support/command-line.ts'
import { SETTLE_TIMEOUT_MS, urlOf, withMerchant } from './support/look/camera.ts'
import { createLookData } from './support/look/data.ts'
import { PAST_PAGES } from './support/look/past.ts'
import { FURTHER_PAGES, heldEndToEndId, recordPages } from './support/look/records.ts'
import { captureVariants, selectsAny } from './support/look/variants.ts'
import { EXAMPLES, LIST_OF, routesOf } from './support/routes.ts'
import { announceStacks, dataDirs, startStack } from './support/stack.ts'
import { openConsole } from './support/sessions.ts'
import { SIGN_IN_STATES, pageStates, type State } from './support/states.ts'

/**
 * Takes a screenshot of every page and important state with demo data. The variants are both colour schemes, 1440 px,
 * 390 px, and 1280 px with 200 % zoom. The screenshots with English texts have no variant with the zoom. In addition,
 * takes a screenshot of every page for each role, on a desktop and on a phone. There are about 1600 screenshots, and
 * each takes at least a second. The first argument is the output folder. The second argument is a regular expression
 * that selects screenshots by name, such as `charges`, `390-dark`, `^(home|balance)-.*english` or `role-support`. If
 * the variable `E2E_DATA_DIRS` (a JSON list of data folders) is set, the script uses the running stack of the first
 * folder. Otherwise the script starts a stack. For the pages about the last month, the script starts another stack.
 */

const OUT = process.argv[2] ?? join(import.meta.dirname, 'test-results', 'look')
const ONLY = new RegExp(process.argv[3] ?? '')
const NEW_NAME = 'Livraria Nova'
const NEW_DOCUMENT = '45723174000110'
const OF_PAST = join(import.meta.dirname, 'screenshots-of-past.ts')

const running = dataDirs().length === 0 ? await startStack() : null
if (running) announceStacks([running])
await createLookData()
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: CHROMIUM_FLAGS })
mkdirSync(OUT, { recursive: true })

const nameOf = (pattern: string): string =>
  pattern === '/$' ? 'nowhere' : pattern.replaceAll('$', '').replaceAll('/', '-').replace(/^-/, '') || 'home'

const Account = z.object({ gateway_id: z.string(), name: z.string().optional() })
const Accounts = z.object({ items: z.array(Account) })

/** Returns the URL to which the first row of a list links; null if the list is empty. */
async function firstOf(page: Page, list: string): Promise<string | null> {
  await page.goto(withMerchant(list))
  const { pathname } = new URL(urlOf(list))
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

/** Returns the id of a merchant without data. Reuses the merchant that an earlier run created. */
async function emptyMerchant(): Promise<string> {
  const { items } = Accounts.parse(await commandLine(['account', 'list']))
  const create = ['account', 'create', '--name', NEW_NAME, '--document', NEW_DOCUMENT]
  const known = items.find(({ name }) => name === NEW_NAME)
  return (known ?? Account.parse(await commandLine(create))).gateway_id
}

const other = await emptyMerchant()
const first = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'pt-BR' })
const setupPage = await first.newPage()
await openConsole(setupPage)
const { publicPaths, pages } = await pagesOf(setupPage)
const addressOf = (name: string): string => pages.find((page) => page.name === name)?.address ?? '/'
const states = pageStates({
  charge: (await firstOf(setupPage, '/charges?status=paid')) ?? '/charges',
  endpoint: addressOf('webhooks-endpointId'),
  other,
  endToEndId: await heldEndToEndId(),
})
pages.push(...FURTHER_PAGES, ...(await recordPages()))
const storageState = await first.storageState()

await captureVariants(
  { browser, out: OUT, only: ONLY },
  { pages, states, publicPaths, signInStates: SIGN_IN_STATES },
  storageState,
)
await browser.close()
await running?.stop()
if (selectsAny(ONLY, PAST_PAGES))
  execFileSync(process.execPath, [OF_PAST, OUT, ONLY.source], { stdio: 'inherit' })
process.exit()
