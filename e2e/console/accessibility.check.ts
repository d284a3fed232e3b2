import { expect, test, type Page } from '@playwright/test'
import { expectAccessible, expectDialogAccessible, expectDialogColorsInOtherScheme } from '../support/axe.ts'
import { findLayoutFaults } from '../support/layout.ts'
import { addressesOf, navigate, routesOf } from '../support/routes.ts'
import { readDemo } from '../support/stack.ts'
import { openConsole } from '../support/sessions.ts'
import { recordPayout } from '../support/staff.ts'

const WIDE = { width: 1280, height: 860 }
/**
 * Window widths of the layout checks: 320 px (WCAG reflow), a phone, 1280 px at 200 % zoom, and the width of the axe
 * checks.
 */
const WIDTHS = [320, 390, 640, WIDE.width]

test.use({ viewport: WIDE })
test.describe.configure({ timeout: 300_000 })

const OTHER = 'all other pages'
/**
 * Groups pages by the first part of their path. Each group is one test, so that the workers can check groups in
 * parallel.
 */
const AREA_OF: Record<string, string> = {
  charges: 'charges and cases',
  cases: 'charges and cases',
  balance: 'money',
  statement: 'money',
  payouts: 'money',
  reconciliation: 'money',
  webhooks: 'webhooks and API keys',
  'api-keys': 'webhooks and API keys',
}
const areaOf = (pattern: string): string => AREA_OF[pattern.split('/')[1] ?? ''] ?? OTHER

// No axe rule depends on the language and the colour scheme together. For each page two combinations are therefore
// enough: Portuguese with the light scheme, and English with the dark scheme. In each language, the names of landmarks
// must differ from each other, but dialogs contain no landmarks. So the test checks dialogs in Portuguese only, and
// their colours in both schemes.

test('public pages have no axe violation', async ({ page }) => {
  await page.goto(new URL('/sign-in', readDemo().console.url).href)
  const { publicPaths } = await routesOf(page)
  const openPaths = [...publicPaths, '/confirmed?refused=no_role', '/sign-in?refused=no_role']
  await checkPages(page, openPaths, 'pt')
  await page.getByRole('button', { name: 'English' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await checkPages(page, openPaths, 'en, dark')
})

for (const area of new Set([...Object.values(AREA_OF), OTHER]))
  test(`no page or dialog has an axe violation, and no window width clips, overlaps or scrolls text: ${area}`, async ({
    page,
  }) => {
    await openConsole(page)
    if (area === areaOf('/payouts')) await recordPayout(page, `TED-${Date.now()}`)
    const { pages } = await routesOf(page)
    const addresses = await addressesOf(
      page,
      pages.filter((pattern) => areaOf(pattern) === area),
    )
    const checkedDialogs = new Set<string>()
    for (const [pattern, address] of addresses) {
      // The checks of the dialogs of the previous page may have ended in the dark scheme.
      await page.emulateMedia({ colorScheme: 'light' })
      await navigate(page, address)
      await expectAccessible(page, pattern)
      await expectDialogsAccessible(page, pattern, checkedDialogs)
      await expectLaidOut(page, pattern)
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    await chooseEnglish(page)
    for (const [pattern, address] of addresses) {
      await navigate(page, address)
      await expectAccessible(page, `${pattern}, en, dark`)
    }
  })

test('the error panel, the dialog of an ended session and the command palette have no axe violation', async ({
  page,
}) => {
  await openConsole(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectDialogAccessible(page, 'palette')
  await page.keyboard.press('Escape')
  await page.route('**/graphql', (route) => route.abort())
  await navigate(page, '/merchants')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expectAccessible(page, 'error panel')
  await page.unroute('**/graphql')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Tentar de novo' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Sua sessão terminou' })).toBeVisible()
  await expectDialogAccessible(page, 'session that ended')
})

test('a button that the role may not use is focusable and says why it is disabled', async ({ page }) => {
  await openConsole(page, 'auditor')
  const { pages } = await routesOf(page)
  let refused = 0
  for (const [pattern, address] of await addressesOf(page, pages)) {
    await navigate(page, address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('status', { name: 'Carregando' })).toHaveCount(0)
    expect.soft(await page.locator('main button:disabled').allInnerTexts(), pattern).toEqual([])
    const disabledButtons = page.locator('main button[aria-disabled="true"]')
    await expect(async () => {
      for (const button of await disabledButtons.all())
        await expect(button, pattern).toHaveAccessibleDescription(/\w/, { timeout: 1_000 })
    }).toPass()
    refused += await disabledButtons.count()
  }
  expect(refused).toBeGreaterThan(15)

  await navigate(page, '/api-keys')
  const keyButton = page.getByRole('button', { name: 'Criar chave' })
  await expect(keyButton).toHaveAccessibleDescription('Perfil necessário: Administração')
  await expect(page.getByText('Perfil necessário: Administração').first()).toBeVisible()

  await navigate(page, '/payouts')
  const reason = 'Perfil necessário: Financeiro ou Administração'
  for (const name of ['Reservar repasse', 'Registrar repasse'])
    await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(reason)
  await expect(page.getByText(reason)).toHaveCount(1)

  await navigate(page, '/users')
  const invite = page.getByRole('button', { name: 'Convidar' })
  await expect(invite).toHaveAccessibleDescription('Perfil necessário: Administração')
  await page.getByRole('button', { name: 'Exportar pessoas' }).focus()
  await page.keyboard.press('Tab')
  await expect(invite).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await navigate(page, '/pix-accounts')
  const tooltip = page.getByRole('tooltip')
  const change = page.getByRole('button', { name: /^Mudar estado/ }).first()
  await change.focus()
  await expect(tooltip).toHaveText('Perfil necessário: Administração')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(tooltip).toHaveCount(0)
  await change.hover()
  await expect(tooltip).toBeVisible()
})

async function checkPages(page: Page, addresses: readonly string[], label: string): Promise<void> {
  for (const address of addresses) {
    await navigate(page, address)
    await expectAccessible(page, `${address}, ${label}`)
  }
  await navigate(page, '/sign-in')
}

/**
 * Opens each dialog of the page and runs axe on it: all rules in one colour scheme, and the rules about colours also in
 * the other scheme. Skips buttons whose label is in `checkedDialogs`, and adds the labels of the other buttons to this
 * set.
 */
async function expectDialogsAccessible(
  page: Page,
  pageLabel: string,
  checkedDialogs: Set<string>,
): Promise<void> {
  const openers = page.locator('main [aria-haspopup="dialog"]:not([aria-disabled="true"])')
  const labels = await openers.allInnerTexts()
  for (const [index, label] of labels.entries()) {
    if (checkedDialogs.has(label)) continue
    checkedDialogs.add(label)
    await openers.nth(index).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectDialogAccessible(page, `${pageLabel}: ${label}`)
    await expectDialogColorsInOtherScheme(page, `${pageLabel}: ${label}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
}

async function chooseEnglish(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByText('English', { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
}

const softExpect = expect.configure({ soft: true })

async function expectLaidOut(page: Page, label: string): Promise<void> {
  // Scroll up, because the sticky header covers content otherwise. Move the mouse away, because the details of a time
  // cover content while the mouse is over the time.
  await page.evaluate(() => scrollTo(0, 0))
  await page.mouse.move(0, 0)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: WIDE.height })
    // Repeat the check, because a notification covers content until it closes.
    await softExpect
      .poll(async () => {
        await showNewItems(page)
        return findLayoutFaults(page)
      }, `${label} at ${width} px`)
      .toEqual([])
  }
}

/** Shows the new items of a list, because the notice about them covers the head of the list. */
async function showNewItems(page: Page): Promise<void> {
  const button = page.getByRole('status').getByRole('button', { name: 'Mostrar', exact: true })
  if (await button.isVisible()) await button.click()
}
