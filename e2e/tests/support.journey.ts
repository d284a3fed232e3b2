import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { findLayoutFaults } from '../support/layout.ts'
import { aPayer, Merchant, type Charge } from '../support/merchant.ts'
import { openWindow } from '../support/open-window.ts'
import { pollNow } from '../support/poll.ts'
import { payQrCode, setInboxBehaviour, waitForWebhook } from '../support/pix-network.ts'
import { readDemo } from '../support/stack.ts'
import { openConsole } from '../support/sessions.ts'
import {
  chooseFullRefund,
  createKey,
  createStaff,
  formatReais,
  openBySearch,
  openPage,
  signIn,
  uniqueName,
} from '../support/staff.ts'

const REFUNDED_CENTS = 4_000n

test('support finds a charge by each of its identifiers and refunds it in two parts', async ({ page }) => {
  await page.clock.install()
  await openConsole(page)
  const merchant = new Merchant(readDemo().api_key)
  const payer = aPayer()
  // No other charge has this amount, so the search by amount finds only this charge.
  const amountCents = 1_000_000 + (Date.now() % 8_000_000)
  const charge = await merchant.createCharge(amountCents, payer)
  const endToEndId = await payQrCode(charge.pix?.qr_code_payload ?? '')
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })

  const identifiers = {
    'order number': charge.order_reference,
    'charge id': charge.id,
    txid: charge.pix?.txid ?? '',
    'end-to-end id': endToEndId,
    amount: formatReais(BigInt(amountCents)),
    CPF: payer.document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4'),
    'CPF, bare': payer.document,
    name: payer.name,
  }
  await findEach(page, charge, identifiers)
  expect(page.url()).not.toContain(payer.document)
  const colleague = await openWindow(page)
  await colleague.goto(page.url())
  await expect(colleague.getByText('Paga', { exact: true }).first()).toBeVisible()
  await refundPart(page, merchant, charge)
  await pollNow(colleague)
  await expect(colleague.getByText('Devolvida em parte').first()).toBeVisible()

  const webhook = await waitForWebhook(charge.id, 'charge.paid')
  await findEach(page, charge, {
    'refund id': (await merchant.refundsOf(charge.id))[0] ?? '',
    'event id': webhook?.event_id ?? '',
  })

  await colleague.getByRole('button', { name: 'Devolver', exact: true }).click()
  await page.getByRole('button', { name: 'Devolver', exact: true }).click()
  await chooseFullRefund(page.getByRole('dialog'))
  await page.getByRole('dialog').getByRole('button', { name: 'Devolver' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await pollNow(colleague)
  await expect(colleague.getByRole('dialog').getByRole('note')).toContainText('Não há valor a devolver')
})

test('support cancels a charge, and an open cancel dialog shows that its charge was paid meanwhile', async ({
  page,
}) => {
  await openConsole(page)
  const merchant = new Merchant(readDemo().api_key)
  const [unwanted, wanted] = [await merchant.createCharge(1_234), await merchant.createCharge(1_234)]
  const cancel = page.getByRole('button', { name: 'Cancelar cobrança', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Cancelar esta cobrança?' })
  await openBySearch(page, unwanted.id)
  await cancel.click()
  await dialog.getByRole('button', { name: 'Cancelar cobrança' }).click()
  await expect(page.getByText('Cobrança cancelada', { exact: true }).first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(cancel).toBeDisabled()
  expect(await merchant.charge(unwanted.id)).toMatchObject({ status: 'cancelled' })

  await openBySearch(page, wanted.id)
  await cancel.click()
  await payQrCode(wanted.pix?.qr_code_payload ?? '')
  await expect(dialog.getByRole('note')).toContainText('já não aguarda pagamento')
  await dialog.getByRole('button', { name: 'Cancelar cobrança' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cancel).toHaveCount(0)
  expect(await merchant.charge(wanted.id)).toMatchObject({ status: 'paid' })
})

/** Searches for each identifier on a page that does not show the charge. Asserts that the search opens the charge. */
async function findEach(page: Page, charge: Charge, identifiers: Record<string, string>): Promise<void> {
  for (const [kind, text] of Object.entries(identifiers))
    await test.step(kind, async () => {
      expect(text).not.toBe('')
      await openPage(page, 'Lojistas')
      await openBySearch(page, text)
      await expect(page.getByRole('heading', { level: 1, name: charge.order_reference })).toBeVisible()
      expect(page.url()).toContain(charge.id)
    })
}

async function refundPart(page: Page, merchant: Merchant, charge: Charge): Promise<void> {
  await page.getByRole('button', { name: 'Devolver', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Devolver ao pagador' })
  await expect(form).toContainText(formatReais(BigInt(charge.amount_cents)))
  await form.getByText('Uma parte').click()
  await form.getByLabel('Valor a devolver').fill('40,00')
  await form.getByLabel('Motivo').selectOption('requested_by_customer')
  await form.getByRole('button', { name: 'Devolver' }).click()
  await expect(form).toBeHidden()
  const refunds = page.getByRole('region', { name: 'Devoluções' })
  await expect(refunds).toContainText(formatReais(REFUNDED_CENTS))
  await expect(refunds).toContainText('Concluída')
  await expect(page.getByText('Devolvida em parte').first()).toBeVisible()
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'partially_refunded' })
  const now = await merchant.charge(charge.id)
  const [net, fee] = [now.net_cents, now.fee_cents].map((cents) => BigInt(cents ?? ''))
  const shareOf = (cents = 0n) => (cents * REFUNDED_CENTS) / BigInt(charge.amount_cents)
  const remaining = (net ?? 0n) + shareOf(fee) - REFUNDED_CENTS
  await expect(page.getByRole('region', { name: 'Composição do valor' })).toContainText(
    formatReais(remaining),
  )
}

test('support opens a dispute, and the amount that the dispute blocks appears in the case and in the balance', async ({
  page,
}) => {
  await openConsole(page)
  const merchant = new Merchant(readDemo().api_key)
  const charge = await merchant.createCharge(31_400)
  await payQrCode(charge.pix?.qr_code_payload ?? '')
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })
  const before = await merchant.balance()

  await openBySearch(page, charge.order_reference)
  await page.getByRole('button', { name: 'Abrir contestação' }).click()
  const form = page.getByRole('dialog', { name: 'Abrir contestação (MED)' })
  await form.getByLabel('Natureza').selectOption('MED_FRAUDE')
  await form.getByLabel('O que o pagador relata').fill('Não reconhece a compra')
  await form.getByRole('button', { name: 'Abrir contestação' }).click()
  await expect(form).toBeHidden()
  const openDispute = page.getByRole('button', { name: 'Abrir contestação' })
  await expect(openDispute).toBeDisabled()
  await expect(openDispute).toHaveAccessibleDescription('Já há uma contestação em aberto.')
  await page.getByRole('region', { name: 'Casos' }).getByRole('link', { name: 'Contestação' }).click()
  await expect(page.getByText('Não reconhece a compra')).toBeVisible()
  await expect(page.getByText('Em aberto').first()).toBeVisible()

  await openPage(page, 'Casos')
  await expect(page.getByRole('row', { name: charge.order_reference })).toContainText(
    formatReais(BigInt(charge.amount_cents)),
  )
  const after = await merchant.balance()
  expect(BigInt(after.blocked_cents)).toBeGreaterThan(BigInt(before.blocked_cents))
  await openPage(page, 'Saldo')
  await expect(page.getByRole('table', { name: 'Posições' })).toContainText(
    formatReais(BigInt(after.blocked_cents)),
  )
})

test('support replays a failed delivery and sees that the delivery succeeds', async ({ page }) => {
  await openConsole(page)
  const merchant = new Merchant(readDemo().api_key)
  await setInboxBehaviour({ status: 500 })
  try {
    const charge = await merchant.createCharge(2_750)
    await payQrCode(charge.pix?.qr_code_payload ?? '')
    await openBySearch(page, charge.order_reference)
    const paid = page.getByRole('region', { name: 'Webhooks' }).getByRole('listitem').filter({
      hasText: 'charge.paid',
    })
    await expect(paid).toContainText('500')
    await setInboxBehaviour({})
    await paid.getByRole('button', { name: /^Reenviar para/ }).click()
    await expect(paid).toContainText('Entregue')
    await expect(paid).toContainText('200')
    await paid.getByRole('button', { name: /^Entrega para/ }).click()
    await expect(paid).toContainText('Tentativa 2')
    await expect(paid).toContainText('Manual')
  } finally {
    await setInboxBehaviour({})
  }
})

test('support creates a test key, and a charge created with it appears only in the test environment of the merchant', async ({
  page,
}) => {
  await signIn(page, await createStaff('support', { app: true }), '/api-keys')
  const choose = (name: string) =>
    page.getByRole('radiogroup', { name: 'Ambiente' }).getByText(name, { exact: true }).click()
  await choose('Teste')
  const banner = page.getByRole('note').filter({ hasText: 'nenhum dinheiro real' })
  await expect(banner).toBeVisible()

  const merchant = new Merchant(await createKey(page, uniqueName('Teste')))
  const { id, order_reference: reference } = await merchant.createCharge(4_200)
  expect((await merchant.call('POST', `/v1/test/charges/${id}/pay`)).status).toBe(200)
  await openPage(page, 'Chamadas da API')
  await page.getByRole('radiogroup', { name: 'Resultado' }).getByText('Todas', { exact: true }).click()
  await expect(page.getByText('/v1/test/charges/:id/pay').first()).toBeVisible()
  await openBySearch(page, id)
  await expect(page.getByText('Paga', { exact: true }).first()).toBeVisible()
  await openPage(page, 'Cobranças')
  await expect(page.getByRole('link', { name: reference })).toBeVisible()
  await expectAccessible(page, 'charges of a test account')
  await page.setViewportSize({ width: 390, height: 800 })
  await expect.poll(() => findLayoutFaults(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 860 })

  await choose('Produção')
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Cobranças' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('link', { name: reference })).toHaveCount(0)
})
