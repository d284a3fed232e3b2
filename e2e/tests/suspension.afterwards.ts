import { expect, test, type Page } from '@playwright/test'
import { createMerchant, recordTransfer } from '../support/merchant.ts'
import { payQrCode } from '../support/pix-network.ts'
import { readDemo } from '../support/stack.ts'
import { openConsole } from '../support/sessions.ts'
import { openBySearch, submitDialog } from '../support/staff.ts'

const suspended = (page: Page) => page.getByRole('note').filter({ hasText: 'Repasses suspensos' })

test('finance suspends payouts with a reason that support and the page of a paid payout show, and resumes payouts', async ({
  page,
  browser,
}) => {
  const { id, merchant } = await createMerchant('Loja Parada', [])
  const charge = await merchant.createCharge(10_000)
  await payQrCode(charge.pix?.qr_code_payload ?? '')
  const available = async () => (await merchant.balance()).available_cents
  await expect.poll(available, { timeout: 60_000 }).not.toBe('0')
  const reference = `TED-${charge.order_reference}`
  await recordTransfer(id, await available(), reference)
  const address = new URL(`/merchants/${id}`, readDemo().console.url).href
  const why = 'Documentos vencidos desde março'
  await openConsole(page, 'finance', address)
  await submitDialog(page, 'Suspender repasses', (form) => form.getByLabel('Justificativa').fill(why))
  await expect(page.getByRole('button', { name: 'Retomar repasses' })).toBeVisible()
  await expect(suspended(page)).toContainText(/Suspensão manual desde .* suspensos por /)

  await openBySearch(page, reference)
  await expect(page.getByRole('heading', { level: 1, name: reference })).toBeVisible()
  await expect(suspended(page)).toContainText(/Suspensão manual desde .* suspensos por /)
  const payouts = new URL(`/payouts?merchant=${id}`, address).href
  const record = page.getByRole('button', { name: 'Registrar repasse' })
  await page.goto(payouts)
  await expect(suspended(page)).toContainText('salvo exceção justificada')
  await expect(record).toHaveAttribute('data-variant', 'default')
  await page.goto(address)

  const supportPage = await browser.newPage()
  await openConsole(supportPage, 'support', address)
  await expect(suspended(supportPage)).toContainText('Suspensão manual')
  await expect(suspended(supportPage)).toContainText(why)

  await submitDialog(page, 'Retomar repasses', (form) =>
    form.getByLabel('Justificativa').fill('Documentos novos'),
  )
  await expect(suspended(page)).toHaveCount(0)
  await supportPage.reload()
  await expect(supportPage.getByRole('heading', { level: 1, name: 'Loja Parada' })).toBeVisible()
  await expect(suspended(supportPage)).toHaveCount(0)
  await supportPage.close()
  await page.goto(payouts)
  await expect(record).toHaveAttribute('data-variant', 'filled')
})
