import { expect, test } from '@playwright/test'
import { Merchant } from '../support/merchant.ts'
import { payAtBank } from '../support/network.ts'
import { createKey, open, signIn } from '../support/staff.ts'

test('finance walks from a position to the statement, its entry and its charge', async ({ page }) => {
  await signIn(page)
  const merchant = new Merchant(await createKey(page, 'Loja do financeiro'))
  const charge = await merchant.createCharge(12_345)
  await payAtBank(charge.pix?.qr_code_payload ?? '')
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })

  await open(page, 'Saldo')
  await page.getByRole('table', { name: 'Posições' }).getByRole('link', { name: 'A liquidar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Extrato' })).toBeVisible()
  await page.getByRole('link', { name: charge.order_reference }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: charge.order_reference })).toBeVisible()
})
