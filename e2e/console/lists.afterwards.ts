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

test('the rows of a list longer than a page can be counted, loaded and opened in order', async ({ page }) => {
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

test('the footer of a statement says how many lines of the period the list shows', async ({ page }) => {
  await page.route('**/graphql', (route) =>
    operationOf(route.request()) === 'Statement'
      ? route.continue({
          postData: (route.request().postData() ?? '').replace(`"first":${PAGE_SIZE}`, '"first":4'),
        })
      : route.fallback(),
  )
  await openConsole(page, 'finance', `/statement?merchant=${readDemo().gateway_id}`)
  const footer = page.getByText(/^\d+ linhas exibidas de [\d.]+$/)
  await expect(footer).toBeVisible()
  const total = (await footer.innerText()).split(' ').at(-1)
  const summary = page.getByRole('region', { name: 'Resumo do período' })
  await expect(summary.getByText(total ?? '', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Contar todos' })).toHaveCount(0)
})

test('the audit log and the request log list the records of the merchant that the menu names', async ({
  page,
}) => {
  const name = uniqueName('Loja dos filtros')
  const { id, merchant } = await createMerchant(name, [])
  await merchant.balance()
  const entries = await querySql('select id from audit_entry where merchant_id = $1', [id])
  const rows = page.getByRole('main').locator('[data-opens="true"]')
  const chosen = page.getByRole('combobox', { name: 'Lojista' })
  // A link that names the merchant in `of` chooses this merchant.
  await openConsole(page, 'admin', `/audit?merchant=all&of=${id}`)
  await expect(chosen).toHaveValue(name)
  await expect(rows).toHaveCount(entries.length)
  await expect(async () => {
    // The service stores calls about a second after their responses.
    await navigate(page, `/requests?show=all&merchant=${id}`)
    await expect(rows).toHaveCount(1, { timeout: 2_000 })
  }).toPass()
  await expect(rows).toContainText('/v1/balance')
  await expect(chosen).toHaveValue(name)
})

test('the page of a merchant selects this merchant in the menu, unless all merchants were selected', async ({
  page,
}) => {
  const [first, second] = [uniqueName('Loja um'), uniqueName('Loja dois')]
  const { id: firstId } = await createMerchant(first, [])
  const { id: secondId } = await createMerchant(second, [])
  const chosen = page.getByRole('combobox', { name: 'Lojista' })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await openConsole(page, 'admin', `/merchants/${secondId}?merchant=${firstId}`)
  await expect(heading(second)).toBeVisible()
  await expect(chosen).toHaveValue(second)
  await chosen.click()
  await page.getByRole('option', { name: first }).click()
  await expect(heading(first)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/merchants/${firstId}\\?.*merchant=${firstId}`))
  await navigate(page, `/merchants/${secondId}?merchant=all`)
  await expect(heading(second)).toBeVisible()
  await expect(chosen).toHaveValue('Todos os lojistas')
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
