import { expect, test, type Page } from '@playwright/test'
import { Merchant, type Charge } from '../support/merchant.ts'
import { payAtBank } from '../support/network.ts'
import { createKey, find, open, reais, signIn } from '../support/staff.ts'

const AMOUNT_CENTS = 15_000n
const REFUNDED_CENTS = 4_000n

test('support finds a charge by each of its ids and refunds a part of it', async ({ page }) => {
  await signIn(page)
  const merchant = new Merchant(await createKey(page, 'Loja do suporte'))
  const charge = await merchant.createCharge(Number(AMOUNT_CENTS))
  const endToEndId = await payAtBank(charge.pix?.qr_code_payload ?? '')
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })

  for (const id of [charge.order_reference, charge.id, endToEndId]) {
    await open(page, 'Lojistas')
    await find(page, id)
    await expect(page.getByRole('heading', { level: 1, name: charge.order_reference })).toBeVisible()
  }
  await refundPart(page, merchant, charge)
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
