import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { recordAnnouncements } from '../support/announcements.ts'
import { Merchant } from '../support/merchant.ts'
import { pollNow } from '../support/poll.ts'
import { readDemo } from '../support/stack.ts'
import { openConsole } from '../support/sessions.ts'
import { openPage, formatReais } from '../support/staff.ts'

test('live regions announce new items, the result of an action, a failure, and an empty result', async ({
  page,
}) => {
  await page.clock.install()
  await openConsole(page, 'admin', '/charges')
  const last = page.getByRole('table', { name: 'Cobranças' }).getByRole('row').last()
  await last.scrollIntoViewIfNeeded()
  const position = await last.boundingBox()
  const announcements = await recordAnnouncements(page)
  await new Merchant(readDemo().api_key).createCharge(1_100)
  await pollNow(page)
  await expect.poll(announcements).toMatch(/\d+ ite(m novo|ns novos)/)
  // The notice about new rows is visible although the page is scrolled down, and the rows have not moved.
  await expect(page.getByRole('button', { name: 'Mostrar', exact: true })).toBeInViewport()
  expect(await last.boundingBox()).toEqual(position)
  await page.getByRole('button', { name: 'Busca', exact: true }).click()
  await page.getByLabel('Pedido, id, txid, E2E, nome ou documento do pagador').fill('nada-disso')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await expect.poll(announcements).toContain('Nada corresponde aos filtros')

  await openPage(page, 'Webhooks')
  await page.getByRole('table', { name: 'Webhooks' }).getByRole('link').first().click()
  const send = page.getByRole('button', { name: 'Testar' })
  await send.click()
  await expect.poll(announcements).toContain('HTTP 200')
  await whileServerUnreachable(page, async () => {
    await send.click()
    await expect.poll(announcements).toContain('O servidor não respondeu')
    await page.getByRole('button', { name: 'Trocar segredo' }).click()
    const form = page.getByRole('dialog', { name: 'Trocar segredo' })
    const before = (await announcements()).length
    await form.getByRole('button', { name: 'Trocar segredo' }).click()
    await expect.poll(async () => (await announcements()).slice(before)).toContain('O servidor não respondeu')
  })
})

test('the balance chart has a table view with the current balance in the first row', async ({ page }) => {
  await openConsole(page, 'admin', '/balance')
  const history = page.getByRole('region', { name: 'Evolução do saldo' })
  await expect(history.getByRole('img')).toBeVisible()
  const { total_cents: total } = await new Merchant(readDemo().api_key).balance()
  await history.getByText('Tabela').click()
  const rows = history.getByRole('table').getByRole('row')
  await expect(rows.nth(0).getByRole('columnheader').nth(1)).toHaveText('Posição total')
  expect(await rows.count()).toBeGreaterThan(7)
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText(formatReais(BigInt(total)))
  await expectAccessible(page, 'the chart as a table')
})

/** Runs `work` while the server is unreachable. */
async function whileServerUnreachable(page: Page, work: () => Promise<void>): Promise<void> {
  await page.route('**/graphql', (route) => route.abort())
  await work()
  await page.unroute('**/graphql')
}
