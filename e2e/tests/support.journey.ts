import { expect, test, type Page } from '@playwright/test'
import { Merchant, type Charge } from '../support/merchant.ts'
import { payAtBank, webhookAbout } from '../support/network.ts'
import { createKey, find, open, reais, signIn } from '../support/staff.ts'

const AMOUNT_CENTS = 15_000n
const REFUNDED_CENTS = 4_000n
const LEFT_CENTS = AMOUNT_CENTS - REFUNDED_CENTS

test('support finds a charge by each of its ids, refunds a part, contests the rest and replays a delivery', async ({
  page,
}) => {
  await signIn(page)
  const merchant = new Merchant(await createKey(page, 'Loja do suporte'))
  const charge = await merchant.createCharge(Number(AMOUNT_CENTS))
  const endToEndId = await payAtBank(charge.pix?.qr_code_payload ?? '')
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })
  await webhookAbout(charge.id, { type: 'charge.paid', withinMs: 10_000 })

  for (const id of [charge.order_reference, charge.id, endToEndId]) {
    await open(page, 'Lojistas')
    await find(page, id)
    await expect(page.getByRole('heading', { level: 1, name: charge.order_reference })).toBeVisible()
  }
  await refundPart(page, merchant, charge)
  await contestTheRest(page)
  await replay(page)
})

async function refundPart(page: Page, merchant: Merchant, charge: Charge): Promise<void> {
  await page.getByRole('button', { name: 'Devolver', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Devolver ao pagador' })
  await expect(form).toContainText(reais(AMOUNT_CENTS))
  await form.getByText('Uma parte').click()
  await form.getByLabel('Valor a devolver').fill('40,00')
  await form.getByRole('button', { name: 'Devolver' }).click()
  await expect(form).toBeHidden()
  const refunds = page.getByRole('region', { name: 'Devoluções' })
  await expect(refunds).toContainText(reais(REFUNDED_CENTS))
  await expect(refunds).toContainText('Concluída')
  await expect(page.getByText('Devolvida em parte').first()).toBeVisible()
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'partially_refunded' })
}

async function contestTheRest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Abrir contestação' }).click()
  const form = page.getByRole('dialog', { name: 'Abrir contestação (MED)' })
  await form.getByLabel('O que o pagador relata').fill('Não reconhece a compra')
  await form.getByRole('button', { name: 'Abrir contestação' }).click()
  await expect(form).toBeHidden()
  const dispute = page.getByRole('region', { name: 'Casos' }).getByRole('row', { name: 'Contestação' })
  await expect(dispute).toContainText(reais(LEFT_CENTS))
  await expect(dispute).toContainText('Em aberto')
}

async function replay(page: Page): Promise<void> {
  const webhooks = page.getByRole('region', { name: 'Webhooks' })
  await expect(webhooks.getByText('Entregue').first()).toBeVisible()
  const delivery = webhooks.getByRole('button', { name: /^Entrega para/ }).first()
  await delivery.click()
  await expect(webhooks.getByRole('article', { name: 'Tentativa 1' })).toBeVisible()
  await webhooks
    .getByRole('button', { name: /^Reenviar para/ })
    .first()
    .click()
  await expect(webhooks.getByRole('article', { name: 'Tentativa 2' })).toContainText('HTTP 200')
}
