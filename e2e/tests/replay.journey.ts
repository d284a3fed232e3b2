import { expect, test } from '@playwright/test'
import { Merchant } from '../support/merchant.ts'
import { payQrCode, waitForWebhook } from '../support/pix-network.ts'
import { pollNow } from '../support/poll.ts'
import { navigate } from '../support/routes.ts'
import { readDemo } from '../support/stack.ts'
import { openConsole } from '../support/sessions.ts'
import { openPage } from '../support/staff.ts'

test('a bulk replay counts the matching deliveries, requires a reason, and shows its progress', async ({
  page,
}) => {
  await openConsole(page)
  const merchant = new Merchant(readDemo().api_key)
  const charge = await merchant.createCharge(1_990)
  await payQrCode(charge.pix?.qr_code_payload ?? '')
  expect(await waitForWebhook(charge.id, 'charge.paid')).toBeDefined()

  await openPage(page, 'Webhooks')
  await page.getByRole('table', { name: 'Webhooks' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Reenviar em lote' }).click()
  const form = page.getByRole('dialog', { name: 'Reenviar todas de um filtro' })
  await form.getByLabel('Evento', { exact: true }).selectOption('charge.paid')
  await form.getByLabel('Situação').selectOption('Entregues (de novo)')
  await expect(form.getByRole('status')).toHaveText(/\d+ entregas? que corresponde/)
  await form.getByLabel('Justificativa').fill('O lojista perdeu o banco de dados')
  await form.getByRole('button', { name: 'Reenviar em lote' }).click()
  await expect(form).toBeHidden()
  const row = page.getByRole('table', { name: 'Reenvios em lote' }).getByRole('row').nth(1)
  await expect(row).toContainText('Concluído')
  await expect(row).toContainText(/(\d+) de \1 reenviadas/)
})

test('a replay sends past events to a new endpoint, and the page shows that the merchant has disabled the endpoint', async ({
  page,
}) => {
  await page.clock.install()
  await openConsole(page)
  const merchant = new Merchant(readDemo().api_key)
  const charge = await merchant.createCharge(2_490)
  await payQrCode(charge.pix?.qr_code_payload ?? '')
  expect(await waitForWebhook(charge.id, 'charge.paid')).toBeDefined()
  const endpointId = await merchant.createEndpoint('Conciliação')

  await navigate(page, `/webhooks/${endpointId}?merchant=${readDemo().gateway_id}`)
  await expect(page.getByRole('region', { name: 'Detalhes' }).getByText('Conciliação')).toBeVisible()
  await page.getByRole('button', { name: 'Reenviar em lote' }).click()
  const form = page.getByRole('dialog', { name: 'Reenviar todas de um filtro' })
  await expect(form.getByRole('status')).toHaveText('Nada corresponde a este filtro.')
  await form.getByLabel('Evento', { exact: true }).selectOption('charge.paid')
  await form.getByLabel('Situação').selectOption('Tudo o que não recebeu, também eventos nunca enviados')
  await expect(form.getByRole('status')).toHaveText(/\d+ entregas? que corresponde/)
  await form.getByLabel('Justificativa').fill('O lojista cadastrou um endpoint novo')
  await form.getByRole('button', { name: 'Reenviar em lote' }).click()
  await expect(form).toBeHidden()
  const row = page.getByRole('table', { name: 'Reenvios em lote' }).getByRole('row').nth(1)
  await expect(row).toContainText('Concluído')
  await expect(row).toContainText(/(\d+) de \1 reenviadas/)

  await merchant.call('PATCH', `/v1/webhooks/endpoints/${endpointId}`, { enabled: false })
  await pollNow(page)
  await expect(page.getByRole('note')).toContainText('Foi desativado por uma pessoa.')
  await merchant.call('DELETE', `/v1/webhooks/endpoints/${endpointId}`)
})
