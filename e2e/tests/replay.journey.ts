import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { Merchant } from '../support/merchant.ts'
import { payQrCode, setInboxBehaviour, waitForWebhook } from '../support/pix-network.ts'
import { pollNow } from '../support/poll.ts'
import { navigate } from '../support/routes.ts'
import { readDemo } from '../support/stack.ts'
import { openConsole } from '../support/sessions.ts'
import { querySql } from '../support/sql.ts'
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
  await expect(form.getByRole('status')).toHaveText(/\d+ entregas? que correspondem? a este filtro/)
  await form.getByLabel('Justificativa').fill('O lojista perdeu o banco de dados')
  await form.getByRole('button', { name: 'Reenviar em lote' }).click()
  await expect(form).toBeHidden()
  const row = page.getByRole('table', { name: 'Reenvios em lote' }).getByRole('row').nth(1)
  await expect(row).toContainText('Concluído')
  await expect(row).toContainText(/(\d+) de \1 reenviadas/)
  await expect(row.getByText(/^por \S/)).toBeVisible()
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
  const endpointId = await merchant.createEndpoint('Conciliação', { events: ['charge.paid'] })

  await navigate(page, `/webhooks/${endpointId}?merchant=${readDemo().gateway_id}`)
  await expect(page.getByRole('region', { name: 'Detalhes' }).getByText('Conciliação')).toBeVisible()
  await page.getByRole('button', { name: 'Reenviar em lote' }).click()
  const form = page.getByRole('dialog', { name: 'Reenviar todas de um filtro' })
  // The new endpoint may already have delivered an event of an earlier payment.
  await expect(form.getByRole('status')).toHaveText(/^Nada corresponde/)
  const start = form.getByRole('button', { name: 'Reenviar em lote' })
  await expect(start).toBeDisabled()
  await expect(start).toHaveAccessibleDescription(/^Nada corresponde/)
  await form.getByLabel('Evento', { exact: true }).selectOption('charge.paid')
  await form.getByLabel('Situação').selectOption('Tudo o que não recebeu, também eventos nunca enviados')
  await expect(form.getByRole('status')).toHaveText(/\d+ entregas? que correspondem? a este filtro/)
  await form.getByLabel('Justificativa').fill('O lojista cadastrou um endpoint novo')
  await start.click()
  await expect(form).toBeHidden()
  const row = page.getByRole('table', { name: 'Reenvios em lote' }).getByRole('row').nth(1)
  await expect(row).toContainText('Concluído')
  await expect(row).toContainText(/(\d+) de \1 reenviadas/)

  await merchant.call('PATCH', `/v1/webhooks/endpoints/${endpointId}`, { enabled: false })
  await pollNow(page)
  await expect(page.getByRole('note')).toContainText(/Desativado em .+ por Chave de API .+\./)
  await merchant.call('DELETE', `/v1/webhooks/endpoints/${endpointId}`)
})

/** Follows the link to the running replay at the top of the page, and waits for the end of the replay. */
async function followProgress(page: Page): Promise<void> {
  const progress = page.getByRole('main').getByRole('link', { name: /Reenvios em lote: \d de 2 reenviadas/ })
  await progress.click()
  await expect(page.getByRole('table', { name: 'Reenvios em lote' })).toBeInViewport()
  await expect(progress).toBeHidden()
}

/** With this delay of the receiver, a replay of two deliveries runs for longer than two seconds. */
const ANSWER_DELAY_MS = 1_000

const NEXT_ATTEMPT =
  /Próxima tentativa do endpoint: (\d\d\/\d\d\/\d{4} \d\d:\d\d \(.+\)|assim que possível)\./
const TWO_REPLAYED =
  /^Serão reenviadas todas as 2 entregas que correspondem a este filtro, de \d\d.+ a \d\d.+\.$/

test('"Which webhooks are late, why, and send them again": the page of the endpoint shows the answers that the database gives', async ({
  page,
}) => {
  const merchant = new Merchant(readDemo().api_key)
  const path = `/hooks/atraso-${randomUUID().slice(0, 8)}`
  await setInboxBehaviour({ status: 500, path })
  const endpointId = await merchant.createEndpoint('Atrasado', { path, events: ['charge.paid'] })
  const deliveries = () =>
    querySql(
      `select d.status, d.last_error, d.scheduled_attempts, c.order_reference, m.name
       from webhook_delivery d join webhook_event e on e.id = d.event_id
         join charge c on c.id = e.charge_id join merchant m on m.id = d.merchant_id
       where d.endpoint_id = $1 order by d.created_at`,
      [endpointId],
    )
  const pay = async () => payQrCode((await merchant.createCharge(3_100)).pix?.qr_code_payload ?? '')
  await pay()
  await expect.poll(deliveries).toMatchObject([{ status: 'pending', last_error: 'http_5xx' }])
  const [late] = await deliveries()

  await openConsole(page)
  await openPage(page, 'Webhooks')
  const endpoint = page.getByRole('table', { name: 'Webhooks' }).getByRole('row').filter({ hasText: path })
  await expect(endpoint).toContainText('Falhando')
  await expect(endpoint).toContainText('Falha do recebedor')
  await expect(endpoint).toContainText('Sem sucesso, será desativado a partir de')
  await endpoint.getByRole('link').click()
  const row = page.getByRole('table', { name: 'Entregas' }).getByRole('row').nth(1)
  await expect(row).toContainText('Aguarda nova tentativa')
  await expect(row).toContainText(/tentativas? falh(ou|aram) \(máximo 11\); próxima desta entrega/)
  for (const text of [late?.['order_reference'], 'HTTP 500']) await expect(row).toContainText(text ?? '')
  await expect(page.getByRole('main').getByRole('link', { name: late?.['name'] ?? '' })).toBeVisible()
  const failing = page.getByRole('note').filter({ hasText: 'Endpoint falhando' })
  await expect(failing).toContainText('Última resposta: HTTP 500')
  await expect(failing).toContainText(NEXT_ATTEMPT)
  await expect(failing).toContainText('Sem sucesso, será desativado a partir de')
  await failing.getByRole('button', { name: 'Reenviar o que não chegou' }).click()
  const again = page.getByRole('dialog', { name: 'Reenviar o que não chegou' })
  await expect(again.getByLabel('Situação')).toHaveValue('waiting')
  await page.keyboard.press('Escape')

  await merchant.call('PATCH', `/v1/webhooks/endpoints/${endpointId}`, { enabled: false })
  await pay()
  await expect.poll(deliveries).toMatchObject([{ status: 'failed' }, { status: 'skipped' }])
  await setInboxBehaviour({ path, status: 200, delay_ms: ANSWER_DELAY_MS })
  await page.reload()
  const reason = 'O endpoint está desativado: antes, é preciso reativar'
  const inBulk = page.getByRole('button', { name: 'Reenviar em lote' })
  await expect(inBulk).toHaveAccessibleDescription(reason)
  await row.getByRole('link').first().click()
  const drawer = page.getByRole('dialog')
  const single = drawer.getByRole('button', { name: 'Reenviar' })
  await expect(single).toBeDisabled()
  await expect(single).toHaveAccessibleDescription(reason)
  await expect(drawer).toContainText(path)
  await expect(drawer.getByRole('link', { name: late?.['name'] ?? '' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('note').getByRole('button', { name: 'Reativar e reenviar' }).click()
  const form = page.getByRole('dialog', { name: 'Reativar e reenviar' })
  await expect(form.getByRole('status')).toHaveText(TWO_REPLAYED)
  await form.getByLabel('Justificativa').fill('O recebedor voltou')
  await form.getByRole('button', { name: 'Reativar e reenviar' }).click()
  await expect(form).toBeHidden()
  await followProgress(page)
  await setInboxBehaviour({})
  await expect.poll(deliveries).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }])
  await expect(page.getByRole('note')).toBeHidden()
  await expect(page.getByRole('table', { name: 'Entregas' }).getByText('Entregue')).toHaveCount(2)
  await merchant.call('DELETE', `/v1/webhooks/endpoints/${endpointId}`)
})
