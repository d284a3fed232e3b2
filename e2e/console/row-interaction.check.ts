import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { openConsole } from '../support/sessions.ts'
import { openPage } from '../support/staff.ts'

type ClickOptions = Parameters<Locator['click']>[0] & object

test('Ctrl-click and middle click on a row open the record in a new tab, and the list stays open', async ({
  page,
  context,
}) => {
  await openConsole(page, 'admin', '/charges')
  const row = page.getByRole('table', { name: 'Cobranças' }).locator('tbody tr').first()
  const order = await row.getByRole('link').first().innerText()
  const cell = row.getByRole('cell').nth(2)
  for (const how of [{ modifiers: ['ControlOrMeta'] }, { button: 'middle' }] satisfies ClickOptions[])
    await expectNewTab(context, () => cell.click(how), order)
  await expect(page.getByRole('heading', { level: 1, name: 'Cobranças' })).toBeVisible()
  await cell.click()
  await expect(page.getByRole('heading', { level: 1, name: order })).toBeVisible()
  expect(context.pages()).toHaveLength(1)
})

async function expectNewTab(
  context: BrowserContext,
  click: () => Promise<void>,
  title: string,
): Promise<void> {
  const [tab] = await Promise.all([context.waitForEvent('page'), click()])
  await expect(tab.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await tab.close()
}

test('Enter or a tap on a timestamp opens its details, and the tap does not open the row', async ({
  page,
  browser,
}) => {
  await openConsole(page, 'admin', '/charges')
  await firstTime(page).focus()
  await page.keyboard.press('Enter')
  await expect(timeDetails(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copiar data ISO' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(timeDetails(page)).toBeHidden()
  await expect(firstTime(page)).toBeFocused()

  const storageState = await page.context().storageState()
  const phone = { hasTouch: true, viewport: { width: 390, height: 844 } }
  const context = await browser.newContext({ storageState, locale: 'pt-BR', ...phone })
  const touched = await context.newPage()
  await touched.goto(page.url())
  await firstTime(touched).tap()
  await expect(timeDetails(touched)).toBeVisible()
  await expect(touched.getByRole('heading', { level: 1, name: 'Cobranças' })).toBeVisible()
  await context.close()
})

const firstTime = (page: Page): Locator => page.getByRole('main').locator('time').first()
const timeDetails = (page: Page): Locator => page.getByText('São Paulo UTC−03:00')

test('the page of a record keeps the choice of all merchants, and the command palette lists a matching merchant before other results', async ({
  page,
}) => {
  await openConsole(page, 'admin', '/webhooks?merchant=all')
  await page.getByRole('main').locator('[data-opens="true"]').first().getByRole('link').first().click()
  await expect(page).toHaveURL(/[?&]of=.*merchant=all/)
  await page
    .getByRole('main')
    .getByRole('combobox', { name: 'Situação', exact: true })
    .selectOption('Entregue')
  await expect(page).toHaveURL(/status=succeeded/)
  await expect(page).toHaveURL(/[?&]of=/)
  await expect(page.getByRole('table', { name: 'Entregas' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Lojista' })).toHaveValue('Todos os lojistas')
  await openPage(page, 'Repasses')
  await expect(page).toHaveURL(/merchant=all/)
  await expect(page).not.toHaveURL(/[?&]of=/)

  await page.getByRole('button', { name: 'Encontrar qualquer coisa' }).click()
  const search = page.getByRole('dialog').getByRole('combobox')
  const first = page.getByRole('dialog').getByRole('option').first()
  await search.fill('Torrefação')
  await expect(first).toContainText('Lojista')
  await search.fill('criar chave')
  await expect(first).toContainText('Nova chave de API')
})
