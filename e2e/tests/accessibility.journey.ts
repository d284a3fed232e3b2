import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { layoutFaults } from '../support/layout.ts'
import { DOORS, EXAMPLES, LIST_OF, PATTERNS } from '../support/routes.ts'
import { readDemo } from '../support/stack.ts'
import { recordPayout, signIn } from '../support/staff.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const LOADING = /^(Carregando|Loading)$/
const WIDE = { width: 1280, height: 860 }
/** What WCAG asks for, a telephone, 1280 px at 200 % zoom, and as the walk goes on. */
const WIDTHS = [320, 390, 640, WIDE.width]

test.use({ viewport: WIDE })
test.describe.configure({ timeout: 180_000 })

/**
 * Rules look at words or at colours, none at both: each page is looked at in Portuguese and light, then in English and
 * dark.
 */
test('axe finds nothing on any page, in both languages and schemes, and at every width no words are cut off, lie over others, or need sideways scrolling', async ({
  page,
}) => {
  for (const door of DOORS) {
    await page.goto(new URL(door, readDemo().console.url).href)
    await expectAccessible(page, door)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, `${door}, dark`)
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await signIn(page)
  await recordPayout(page, `TED-${Date.now()}`)
  const addresses = await addressesOfPages(page)
  for (const [pattern, address] of addresses) {
    await go(page, address)
    await expectAccessible(page, pattern)
    await expectLaidOut(page, pattern)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await chooseEnglish(page)
  for (const [pattern, address] of addresses) {
    await go(page, address)
    await expectAccessible(page, `${pattern}, dark and in English`)
  }
})

test('axe finds nothing where a page failed, in a session that ended, in a dialog, or in the palette', async ({
  page,
}) => {
  await signIn(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectDialogAccessible(page, 'palette')
  await page.keyboard.press('Escape')
  await go(page, '/api-keys?do=create')
  await expect(page.getByRole('dialog', { name: 'Criar chave de API' })).toBeVisible()
  await expectDialogAccessible(page, 'form')
  await page.keyboard.press('Escape')
  await page.route('**/graphql', (route) => route.abort())
  await go(page, '/merchants')
  await expect(page.getByRole('alert')).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page, 'error panel')
  await page.unroute('**/graphql')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('dialog', { name: 'Sua sessão terminou' })).toBeVisible()
  await expectDialogAccessible(page, 'session that ended')
})

/** As a link of the console does it: without loading everything again. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), address)
  await expect.poll(() => new URL(page.url()).pathname).toBe(new URL(address, page.url()).pathname)
}

/** An address for each pattern: as it stands, or the first row of the list that such things are in. */
async function addressesOfPages(page: Page): Promise<[pattern: string, address: string][]> {
  const found: [string, string][] = []
  for (const pattern of PATTERNS) {
    if (EXAMPLES[pattern] !== undefined) found.push([pattern, EXAMPLES[pattern]])
    else if (!pattern.includes('$')) found.push([pattern, pattern])
    else found.push([pattern, await firstOf(page, pattern)])
  }
  return found
}

async function firstOf(page: Page, pattern: string): Promise<string> {
  const list = LIST_OF[pattern]
  if (list === undefined) throw new Error(`Say in LIST_OF where one of ${pattern} is found`)
  await go(page, list)
  const [path = ''] = pattern.split('$')
  const row = page.locator(`main tr[data-opens="true"] a[href^="${path}"]`).first()
  const href = await row.getAttribute('href')
  if (href === null) throw new Error(`${list} leads nowhere`)
  return href
}

async function chooseEnglish(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByText('English', { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
}

async function expectAccessible(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0)
  await page.mouse.move(0, 0)
  await look(page, where, new AxeBuilder({ page }))
}

/**
 * Of a page under a dialog only the dialog counts: nothing else can be reached. Its head is not a second head of the
 * page, for which axe takes it.
 */
async function expectDialogAccessible(page: Page, where: string): Promise<void> {
  const axe = new AxeBuilder({ page }).include('[aria-modal="true"]')
  await look(page, where, axe, { 'landmark-no-duplicate-banner': { enabled: false } })
}

async function look(page: Page, where: string, axe: AxeBuilder, rules = {}): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  )
  const { violations } = await axe
    .options({ rules: { 'target-size': { enabled: true }, ...rules }, resultTypes: ['violations'] })
    .withTags(RULES)
    .setLegacyMode()
    .analyze()
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  )
  expect.soft(findings, where).toEqual([])
}

async function expectLaidOut(page: Page, where: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: WIDE.height })
    expect.soft(await layoutFaults(page), `${where} at ${width} px`).toEqual([])
  }
}
