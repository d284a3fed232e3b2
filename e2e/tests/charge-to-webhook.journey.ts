import { expect, test, type Page } from '@playwright/test'
import { Merchant, type Charge } from '../support/merchant.ts'
import { payQrCode, FAST_PATH_MS, waitForWebhook } from '../support/pix-network.ts'
import { measureQuietZone } from '../support/qr.ts'
import { openConsole } from '../support/sessions.ts'
import { uniqueName, createKey, openBySearch, openPage, formatReais, revokeKey } from '../support/staff.ts'

const AMOUNT_CENTS = 20_000n
/** The fee: 2 % of the charge's amount. */
const FEE_CENTS = 400n
const NET_CENTS = AMOUNT_CENTS - FEE_CENTS
/** The contractual reserve: 5 % of the net amount. */
const RESERVE_CENTS = 980n
const PAYABLE_CENTS = NET_CENTS - RESERVE_CENTS

test('a charge created with a new API key is paid and sends a webhook, and the key gets 401 after its revocation', async ({
  page,
}) => {
  await openConsole(page)
  const name = uniqueName('Loja da jornada')
  const merchant = new Merchant(await createKey(page, name))

  // Wait until the demo data is complete: the last of its steps that move money creates this payout.
  await expect.poll(() => merchant.payouts()).toHaveProperty('TED-2026-0001')
  const before = await merchant.balance()
  const charge = await merchant.createCharge(Number(AMOUNT_CENTS))
  expect(charge).toMatchObject({ status: 'pending', fee_cents: null })
  await expectPendingCharge(page, charge)

  const endToEndId = await payQrCode(charge.pix?.qr_code_payload ?? '')
  await expect
    .poll(() => merchant.charge(charge.id), { timeout: FAST_PATH_MS })
    .toMatchObject({ status: 'paid', end_to_end_id: endToEndId, net_cents: String(NET_CENTS) })
  const webhook = await waitForWebhook(charge.id, 'charge.paid')
  expect(webhook).toMatchObject({ signature: 'valid' })

  const after = await merchant.balance()
  expect(BigInt(after.total_cents) - BigInt(before.total_cents)).toBe(NET_CENTS)
  await expectPaidCharge(page, endToEndId)
  await expectLedger(page, charge, BigInt(after.total_cents))

  await revokeKey(page, name)
  await expect.poll(async () => (await merchant.call('GET', '/v1/balance')).status).toBe(401)
})

async function expectPendingCharge(page: Page, charge: Charge): Promise<void> {
  await openBySearch(page, charge.order_reference)
  await expect(page.getByRole('heading', { level: 1, name: charge.order_reference })).toBeVisible()
  await expect(page.getByText('Aguardando').first()).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await measureQuietZone(page.getByRole('img', { name: /QR/ })), colorScheme).toBeGreaterThanOrEqual(
      4,
    )
  }
}

/** Asserts that the open page shows the payment without a reload. */
async function expectPaidCharge(page: Page, endToEndId: string): Promise<void> {
  await expect(page.getByText('Paga', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Linha do tempo' })).toContainText('Pagamento recebido')
  await expect(page.getByText(endToEndId).first()).toBeVisible()
  const breakdown = page.getByRole('region', { name: 'Composição do valor' })
  for (const cents of [AMOUNT_CENTS, FEE_CENTS, NET_CENTS, RESERVE_CENTS]) {
    await expect(breakdown).toContainText(formatReais(cents))
  }
  const arrival = page.getByRole('region', { name: 'Quando o dinheiro chega' })
  for (const cents of [PAYABLE_CENTS, RESERVE_CENTS]) await expect(arrival).toContainText(formatReais(cents))
  const webhooks = page.getByRole('region', { name: 'Webhooks' })
  await expect(webhooks).toContainText('charge.paid')
  await expect(webhooks).toContainText('Entregue')
}

async function expectLedger(page: Page, charge: Charge, totalCents: bigint): Promise<void> {
  await openPage(page, 'Extrato')
  const entries = page.getByRole('rowgroup').filter({ hasText: charge.order_reference })
  await expect(entries.filter({ hasText: 'Cobrança paga' })).toContainText(`+${formatReais(NET_CENTS)}`)
  const reserve = entries.filter({ hasText: 'Reserva contratual separada' })
  await expect(reserve).toContainText(`-${formatReais(RESERVE_CENTS)}`)
  await expect(reserve).toContainText(`+${formatReais(RESERVE_CENTS)}`)

  await openPage(page, 'Saldo')
  await expect(page.getByRole('region', { name: 'Posição total' })).toContainText(formatReais(totalCents))
}
