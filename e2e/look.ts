import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, needChromium } from './support/chromium.ts'
import { DOORS, EXAMPLES, LIST_OF, PATTERNS } from './support/routes.ts'
import { DATA_DIR_VARIABLE, readDemo, startStack } from './support/stack.ts'
import { signIn } from './support/staff.ts'

/**
 * Takes a picture of every page over the demo's data, in both schemes, at 1280 px, at 390 px and as 1280 px are at
 * 200 % zoom, into the folder given. With `E2E_DATA_DIR` it looks at the stack that runs there, else at a new one.
 */

const OUT = process.argv[2] ?? join(import.meta.dirname, 'test-results', 'look')
const ONLY = process.argv[3]
const SIZES = [
  { name: '1280', width: 1280, height: 860, scale: 1 },
  { name: '390', width: 390, height: 844, scale: 1 },
  { name: 'zoom', width: 640, height: 430, scale: 2 },
]
const TALLEST = 2400
const LOADING = /^(Carregando|Loading)$/

const running = process.env[DATA_DIR_VARIABLE] === undefined ? await startStack() : null
if (running) process.env[DATA_DIR_VARIABLE] = running.dataDir
const browser = await chromium.launch({ executablePath: needChromium(), args: CHROMIUM_FLAGS })
mkdirSync(OUT, { recursive: true })

const url = (path: string): string => new URL(path, readDemo().console.url).href
const fileName = (pattern: string): string =>
  pattern.replaceAll('$', '').replaceAll('/', '-').replace(/^-/, '') || 'home'

async function picture(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByRole('status', { name: LOADING }).first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const width = page.viewportSize()?.width ?? 0
  const clip = { x: 0, y: 0, width, height: Math.min(height, TALLEST) }
  await page.screenshot({ path: join(OUT, `${name}.png`), fullPage: true, clip })
}

/** An address for each page: as it stands, or the first row of the list that such things are in. */
async function addresses(context: BrowserContext): Promise<[pattern: string, address: string][]> {
  const page = await context.newPage()
  await signIn(page)
  const found: [string, string][] = []
  for (const pattern of PATTERNS) {
    const list = LIST_OF[pattern]
    if (list === undefined) {
      found.push([pattern, EXAMPLES[pattern] ?? pattern])
      continue
    }
    await page.goto(url(list))
    const [path = ''] = pattern.split('$')
    const link = page.locator(`main tr[data-opens="true"] a[href^="${path}"]`).first()
    const href = await link.getAttribute('href', { timeout: 5_000 }).catch(() => null)
    if (href !== null) found.push([pattern, href])
  }
  await page.close()
  return found
}

const first = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'pt-BR' })
const pages = await addresses(first)
const storageState = await first.storageState()
for (const colorScheme of ['light', 'dark'] as const)
  for (const { name: size, width, height, scale } of SIZES) {
    const options = { viewport: { width, height }, deviceScaleFactor: scale, locale: 'pt-BR', colorScheme }
    const outside = await browser.newContext(options)
    const inside = await browser.newContext({ ...options, storageState })
    for (const [context, list] of [
      [outside, DOORS.map((door) => [door, door] as const)],
      [inside, pages],
    ] as const) {
      const page = await context.newPage()
      for (const [pattern, address] of list) {
        const name = fileName(pattern)
        if (ONLY !== undefined && name !== ONLY) continue
        await page.goto(url(address))
        await picture(page, `${name}-${size}-${colorScheme}`)
      }
    }
    await outside.close()
    await inside.close()
  }
await browser.close()
await running?.stop()
