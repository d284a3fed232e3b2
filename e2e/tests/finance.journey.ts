import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { Merchant } from '../support/merchant.ts'
import { payAtBank } from '../support/network.ts'
import { createKey, open, reais, signIn } from '../support/staff.ts'

const PAYOUT_CENTS = 1_00n

test('finance walks from a position to its entry and its charge, and the merchant sees the payout they record', async ({
  page,
}) => {
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

  await open(page, 'Repasses')
  await page.getByRole('button', { name: 'Registrar repasse' }).click()
  const form = page.getByRole('dialog', { name: 'Registrar repasse feito' })
  const reference = `TED-${randomUUID().slice(0, 8)}`
  await form.getByLabel('Valor', { exact: true }).fill('1,00')
  await form.getByLabel('Referência do banco').fill(reference)
  await form.getByRole('button', { name: 'Registrar repasse' }).click()
  await expect(form).toBeHidden()
  const row = page.getByRole('row', { name: reference })
  await expect(row).toContainText(reais(PAYOUT_CENTS))
  await expect(row).toContainText('Pago')

  const { status, body } = await merchant.call('GET', '/v1/payouts/by-service')
  expect(status).toBe(200)
  expect(JSON.stringify(body)).toContain(reference)
})
