import { expect, test, type Browser, type Page } from '@playwright/test'
import { createMerchant, type Charge, type Merchant } from '../support/merchant.ts'
import { endToEndIdOf, sendPixCallback, payWithoutCallback, payQrCode } from '../support/pix-network.ts'
import { readDemo } from '../support/stack.ts'
import { openConsole } from '../support/sessions.ts'
import { submitDialog } from '../support/staff.ts'

/**
 * Terms of a merchant: a fee of 10 % that the service keeps after a return. A lost dispute of R$ 100,00 leaves a debt
 * of R$ 10,00.
 */
const TERMS = ['--fee-bps', '1000', '--refund-fee-policy', 'keep']

test('finance closes two exceptions, one with and one without a journal entry', async ({ page }) => {
  const { id, merchant } = await createMerchant('Loja Divergente', TERMS)
  const first = await createException(merchant)
  const second = await createException(merchant)
  await openConsole(page, 'admin', `/reconciliation?merchant=${id}`)
  await closeWithEntry(page, first)
  await closeWithoutEntry(page, second)
})

test('finance sets a bank account, writes off a debt that a second person approves, and reverses the write-off', async ({
  page,
  browser,
}) => {
  const { id, merchant } = await createMerchant('Loja Devedora', TERMS)
  const sale = await merchant.createCharge(10_000)
  await payQrCode(sale.pix?.qr_code_payload ?? '')
  await openConsole(page, 'admin', `/merchants/${id}`)
  await setBankAccount(page)
  await loseDispute(page, { id, merchant, sale })
  await writeOffByTwo(page, browser, id)
  expect((await merchant.balance()).owed_to_service_cents).toBe('0')
  await submitDialog(page, 'Estornar baixa', (form) => form.getByLabel('Justificativa').fill('A loja voltou'))
  await expect(page.getByText('Estornada', { exact: true })).toBeVisible()
  expect((await merchant.balance()).owed_to_service_cents).toBe('1000')
})

const go = (page: Page, path: string) => page.goto(new URL(path, readDemo().console.url).href)

/** Creates a reconciliation exception: the callback reports R$ 50,00, but the PSP's list says R$ 49,99. */
async function createException(merchant: Merchant): Promise<string> {
  const charge = await merchant.createCharge(5_000)
  const txid = charge.pix?.txid ?? ''
  const endToEndId = endToEndIdOf(charge.id, new Date())
  await sendPixCallback({ endToEndId, txid, valor: '50.00', horario: new Date().toISOString() })
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })
  await payWithoutCallback({ end_to_end_id: endToEndId, txid, amount_cents: 4_999 })
  return endToEndId
}

async function setBankAccount(page: Page): Promise<void> {
  const bank = page.getByRole('region', { name: 'Conta para repasses' })
  await expect(bank).toContainText('Nenhuma conta cadastrada')
  await submitDialog(page, 'Alterar conta', async (form) => {
    await form.getByLabel('ISPB da instituição').fill('12345678')
    await form.getByLabel('Agência').fill('1234')
    await form.getByLabel('Conta', { exact: true }).fill('99')
    await form.getByLabel('Titular', { exact: true }).fill('Loja Devedora Ltda')
    await form.getByLabel('CPF ou CNPJ do titular').fill('11.444.777/0001')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await expect(form.getByText('Confira este campo')).toBeVisible()
    await form.getByLabel('CPF ou CNPJ do titular').fill('11.444.777/0001-61')
    await form.getByLabel('Conta', { exact: true }).fill('987654-3')
  })
  await expect(bank).toContainText('Loja Devedora Ltda')
  await expect(page.getByText('987654-3')).toHaveCount(0)
  await page.getByRole('button', { name: 'Mostrar conta' }).click()
  const shown = page.getByRole('dialog')
  await shown.getByLabel('Justificativa').fill('Transferência de hoje')
  await shown.getByRole('button', { name: 'Mostrar conta' }).click()
  await expect(shown.getByText('987654-3')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
}

/**
 * Opens a dispute and decides it for the payer. The service returns the whole amount, and the merchant owes the fee.
 */
async function loseDispute(
  page: Page,
  { id, merchant, sale }: { id: string; merchant: Merchant; sale: Charge },
): Promise<void> {
  await go(page, `/charges/${sale.id}?merchant=${id}`)
  await submitDialog(page, 'Abrir contestação', async (form) => {
    await form.getByLabel('Natureza').selectOption('MED_FRAUDE')
  })
  await page.getByRole('table', { name: 'Casos' }).getByRole('link', { name: 'Contestação' }).click()
  await submitDialog(page, 'Decidir a contestação', async (form) => {
    await expect(form).toContainText('O lojista passa a dever R$ 10,00 à empresa.')
    await form.getByLabel('Aceitar tudo').check()
    await form.getByLabel('Justificativa').fill('Fraude comprovada')
  })
  await expect.poll(async () => (await merchant.balance()).owed_to_service_cents).toBe('1000')
}

const suspendedByDebt = (page: Page) => page.getByRole('note').filter({ hasText: 'Débito do lojista' })

/** Requests a write-off. Asserts that the requester cannot approve the write-off, and approves it as another person. */
async function writeOffByTwo(page: Page, browser: Browser, id: string): Promise<void> {
  await go(page, `/merchants/${id}`)
  await expect(suspendedByDebt(page)).toBeVisible()
  await submitDialog(page, 'Pedir baixa', async (form) => {
    await expect(form).toContainText('O valor já vem preenchido com o débito inteiro, R$ 10,00.')
    await form.getByLabel('Justificativa').fill('A loja fechou')
  })
  const agreeButton = page.getByRole('button', { name: 'Concordar' })
  await expect(agreeButton).toBeDisabled()
  await expect(agreeButton).toHaveAccessibleDescription('Quem pediu não pode concordar')

  const otherPage = await (await browser.newContext({ locale: 'pt-BR' })).newPage()
  await openConsole(otherPage, 'finance', page.url())
  await submitDialog(otherPage, 'Concordar', (form) => expect(form).toContainText('vira prejuízo da empresa'))
  await expect(otherPage.getByText('Baixada', { exact: true })).toBeVisible()
  await expect(suspendedByDebt(otherPage)).toBeHidden()
  await otherPage.context().close()
  await page.reload()
  await expect(page.getByText('Baixada', { exact: true })).toBeVisible()
}

async function closeWithEntry(page: Page, endToEndId: string): Promise<void> {
  const row = page.getByRole('row', { name: endToEndId })
  // The open page must show the new row without a reload, after the service has read the PSP's list of payments.
  await expect(row).toContainText('R$ 0,01 nos registros e não na rede')
  await expect(row.getByRole('link', { name: 'Ver cobrança' })).toBeVisible()
  await submitDialog(page, `Encerrar ${endToEndId}`, async (form) => {
    await form.getByLabel('O que fazer').selectOption('settle_as_listed')
    await form.getByLabel('Justificativa').fill('O banco confirma R$ 49,99')
  })
  await expect(row).toHaveCount(0)
  await page.getByText('Encerradas').click()
  await expect(row).toContainText('O banco confirma R$ 49,99')
}

/**
 * Closes an exception without a journal entry. Asserts that the form warns that the money stays unavailable, and that
 * the page of the charge says that no money moved.
 */
async function closeWithoutEntry(page: Page, endToEndId: string): Promise<void> {
  const row = page.getByRole('row', { name: endToEndId })
  await page.getByText('Em aberto', { exact: true }).click()
  await row.getByRole('link', { name: 'Ver cobrança' }).click()
  const note = page.getByRole('note').filter({ hasText: /em divergência com a rede|sem mover nada/ })
  await expect(note).toContainText('Pagamento em divergência com a rede')
  await note.getByRole('link', { name: 'Ver divergências' }).click()
  await submitDialog(page, `Encerrar ${endToEndId}`, async (form) => {
    await form.getByLabel('O que fazer').selectOption('settle_as_recorded')
    await expect(form).toContainText('R$ 50,00 ficam liquidados')
    await form.getByLabel('O que fazer').selectOption('none')
    await expect(form.getByRole('note')).toContainText('não fica disponível para o lojista')
    await form.getByLabel('Justificativa').fill('O banco não responde')
  })
  await expect(row).toHaveCount(0)
  await page.getByText('Encerradas', { exact: true }).click()
  await expect(row).toContainText('Sem liquidação')
  await expect(page.getByRole('row', { name: 'O banco confirma' })).not.toContainText('Sem liquidação')
  await row.getByRole('link', { name: 'Ver cobrança' }).click()
  await expect(note).toContainText('encerrada sem mover nada')
}
