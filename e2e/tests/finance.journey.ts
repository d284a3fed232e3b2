import { expect, test } from '@playwright/test'
import { Merchant } from '../support/merchant.ts'
import { payAtBank } from '../support/network.ts'
import { readDemo } from '../support/stack.ts'
import { open, reais, recordPayout, signIn } from '../support/staff.ts'

test('finance walks from a position to the statement, to the entry and to its charge', async ({ page }) => {
  await signIn(page)
  const merchant = new Merchant(readDemo().api_key)
  const charge = await merchant.createCharge(12_345)
  await payAtBank(charge.pix?.qr_code_payload ?? '')
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })

  await open(page, 'Saldo')
  await page.getByRole('table', { name: 'Posições' }).getByRole('link', { name: 'A liquidar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Extrato' })).toBeVisible()
  const entry = page.getByRole('rowgroup').filter({ hasText: charge.order_reference })
  await expect(entry.first()).toContainText('A liquidar')
  await entry.first().getByRole('link', { name: charge.order_reference }).click()
  await expect(page.getByRole('heading', { level: 1, name: charge.order_reference })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Lançamentos' })).toContainText(reais(12_345n - 247n))
})

test('finance records a payout, and the merchant finds it in its own list', async ({ page }) => {
  await signIn(page)
  const merchant = new Merchant(readDemo().api_key)
  const charge = await merchant.createCharge(50_000)
  await payAtBank(charge.pix?.qr_code_payload ?? '')
  const available = async () => BigInt((await merchant.balance()).available_cents)
  await expect.poll(available, { timeout: 30_000 }).toBeGreaterThan(1_000n)

  const reference = `TED-${charge.order_reference}`
  await recordPayout(page, reference)
  expect((await merchant.payouts())[reference]).toBe('1000')
})
