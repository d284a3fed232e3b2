import { expect, test, type Page } from '@playwright/test'
import { createMerchant } from '../support/merchant.ts'
import { pollNow } from '../support/poll.ts'
import { navigate } from '../support/routes.ts'
import { querySql } from '../support/sql.ts'
import { readDemo } from '../support/stack.ts'
import { openConsole } from '../support/sessions.ts'
import { formatReais, uniqueName } from '../support/staff.ts'
import { operationOf } from '../support/operations.ts'

/** The number of rows that a list loads at once. */
const PAGE_SIZE = 50

test('a list longer than a page shows the count of rows, loads all rows, and the key J moves beyond the first page', async ({
  page,
}) => {
  await page.clock.install()
  await openConsole(page)
  const { id, merchant } = await createMerchant('Loja Longa', ['--write-rate', '200'])
  let newest = await merchant.createCharge(100)
  for (let n = 1; n <= PAGE_SIZE; n += 1) newest = await merchant.createCharge(100 + n)
  await page.goto(new URL(`/charges?merchant=${id}`, readDemo().console.url).href)
  const rows = page.getByRole('table', { name: 'Cobranças' }).locator('tbody tr')
  await expect(rows).toHaveCount(PAGE_SIZE)
  await page.getByRole('button', { name: 'Contar todos' }).click()
  await expect(page.getByText('50 itens exibidos de 51', { exact: true })).toBeVisible()
  await merchant.call('POST', `/v1/pix/charges/${newest.id}/cancel`)
  await pollNow(page)
  await expect(rows.first()).toContainText('Cancelada')
  await blockFirstPage(page)
  await page.getByRole('button', { name: 'Carregar mais' }).click()
  await expect(rows).toHaveCount(PAGE_SIZE + 1)
  expect(await rows.first().innerText()).toContain('Cancelada')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(page.getByText('51 itens exibidos', { exact: true })).toBeVisible()
  await page.reload()
  await expect(rows).toHaveCount(PAGE_SIZE)
  await rows.last().getByRole('link').first().click()
  await expect(page.getByText(formatReais(101n)).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Próximo item da lista' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByText(formatReais(100n)).first()).toBeVisible()
})

test('the merchant filters of the audit log and of the request log restrict the lists', async ({ page }) => {
  const { id, merchant } = await createMerchant(uniqueName('Loja dos filtros'), [])
  await merchant.balance()
  const entries = await querySql('select id from audit_entry where merchant_id = $1', [id])
  const rows = page.getByRole('main').locator('[data-opens="true"]')
  const merchants = page.getByRole('main').getByRole('combobox', { name: 'Lojista' })
  await openConsole(page, 'admin', '/audit')
  await merchants.selectOption(id)
  await expect(rows).toHaveCount(entries.length)
  await expect(async () => {
    // The service stores calls about a second after their responses.
    await navigate(page, '/requests?show=all')
    await merchants.selectOption(id)
    await expect(rows).toHaveCount(1, { timeout: 2_000 })
  }).toPass()
  await expect(rows).toContainText('/v1/balance')
})

/** Blocks requests for the first page of the list of charges from now on. */
async function blockFirstPage(page: Page): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const request = route.request()
    const isFirstPage =
      operationOf(request) === 'Charges' && (request.postData() ?? '').includes('"after":null')
    if (!isFirstPage) await route.fallback()
  })
}
