import { randomUUID } from 'node:crypto'
import { expect, test, type Locator } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { Merchant } from '../support/merchant.ts'
import { payQrCode, waitForWebhook } from '../support/pix-network.ts'
import { readDemo } from '../support/stack.ts'
import { openConsole } from '../support/sessions.ts'
import { openPage, recordPayout, formatReais } from '../support/staff.ts'

test('selecting an hour in the chart of deliveries lists the deliveries of that hour', async ({ page }) => {
  await openConsole(page)
  const charge = await new Merchant(readDemo().api_key).createCharge(1_990)
  await payQrCode(charge.pix?.qr_code_payload ?? '')
  expect(await waitForWebhook(charge.id, 'charge.paid')).toBeDefined()
  await openPage(page, 'Webhooks')
  await page.getByRole('table', { name: 'Webhooks' }).getByRole('link').first().click()

  const history = page.getByRole('region', { name: 'Entregas por hora' })
  await expect(history.getByRole('img')).toHaveCount(2)
  // The chart must not cut off the point at the highest value, half of which is outside the plot area.
  await expect(history.getByRole('img').last()).toHaveCSS('overflow', 'visible')
  await history
    .getByRole('img')
    .first()
    .hover({ position: { x: 2, y: 20 } })
  await expect(history.getByText(/^Tentativas com sucesso \d/)).toBeVisible()
  const attempts = await showTable(history, /^Tentativas/)
  const latencies = await showTable(history, /^Duração/)
  await expect(latencies.getByRole('row', { name: /≤ \d+ ms/ }).first()).toBeVisible()
  await expectAccessible(page, 'deliveries by the hour')

  // A new hour may have begun since the attempts, so take the last row with attempts instead of the last row.
  const attemptCell = page.locator('td:first-of-type', { hasText: /^[1-9]/ })
  const hour = attempts.getByRole('row').filter({ has: attemptCell }).last()
  const name = await hour.getByRole('rowheader').innerText()
  await hour.getByRole('button').click()
  const period = page.getByRole('button', { name: /^Período/ })
  await expect(period).toHaveText(`Período${name} a ${name.slice(-5, -2)}59`)
  await expect(attempts.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('table', { name: 'Entregas' }).getByRole('row').nth(1)).toBeVisible()

  await page.reload()
  await expect(period).toContainText(name)
  await history.getByRole('button', { name: 'Voltar às últimas 24 horas' }).click()
  await expect(period).toHaveText('Período')
  await expect(history.getByRole('img').first()).toBeVisible()
})

test('selecting a day in the chart of payouts lists the payouts of that day', async ({ page }) => {
  await openConsole(page)
  const reference = `TED-${randomUUID()}`
  await recordPayout(page, reference)
  const history = page.getByRole('region', { name: 'Repasses por dia' })
  await expect(history).toContainText(/Últimos 30 dias: R\$\s[\d.,]+ em \d+ repasses?/)
  const { x, y, width } = await boxOf(history.getByRole('img'))
  await page.mouse.click(x + width - 2, y + 20)
  await expect(page).toHaveURL(/range=(\d{4}-\d\d-\d\d)\.\.\1/)
  await expect(page.getByRole('row', { name: reference })).toContainText(formatReais(1_000n))

  await page.goto(page.url().replaceAll(/\d{4}-\d\d-\d\d/g, '2020-01-01'))
  await expect(history).toContainText('Nenhum repasse feito no período (01/01/2020).')
  await page.goto(page.url().replace('2020-01-01..', '2018-01-01..'))
  await expect(history).toContainText('O gráfico mostra até 366 dias')
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await expect(page.getByRole('row', { name: reference })).toBeVisible()
  const days = await showTable(history, /^Repasses por dia/)
  await expect(days.getByRole('row')).toHaveCount(31)
  await expectAccessible(page, 'payouts by the day')
})

/** Switches the chart with this name from the drawing to the table view. */
async function showTable(region: Locator, name: RegExp): Promise<Locator> {
  await region.getByRole('radiogroup', { name }).getByText('Tabela').click()
  return region.getByRole('table', { name })
}

const boxOf = async (chart: Locator) => {
  await chart.scrollIntoViewIfNeeded()
  return (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0 }
}
