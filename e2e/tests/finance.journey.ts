import { expect, test, type Locator, type Page } from '@playwright/test'
import { Merchant } from '../support/merchant.ts'
import { payQrCode } from '../support/pix-network.ts'
import { pollNow } from '../support/poll.ts'
import { readDemo } from '../support/stack.ts'
import { operationOf } from '../support/operations.ts'
import { openConsole } from '../support/sessions.ts'
import {
  submitDialog,
  openBySearch,
  fillReasonIfRequired,
  openPage,
  expectTransferAllowed,
  formatReais,
  recordPayout,
} from '../support/staff.ts'

test('links lead from a balance position to its statement, and from the statement to the charge', async ({
  page,
}) => {
  await page.clock.install()
  await openConsole(page)
  const merchant = new Merchant(readDemo().api_key)
  const charge = await merchant.createCharge(12_345)
  await payQrCode(charge.pix?.qr_code_payload ?? '')
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })

  await openPage(page, 'Saldo')
  await expectHistoryAddsUp(page)
  await expect(page.getByRole('table', { name: 'Posições' })).toContainText('Pagamentos retidos')
  await page.getByRole('table', { name: 'Posições' }).getByRole('link', { name: 'A liquidar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Extrato' })).toBeVisible()
  await watchStatement(page, merchant)
  await copyTimestamp(page)
  const entry = page.getByRole('rowgroup').filter({ hasText: charge.order_reference })
  await expect(entry.first()).toContainText('A liquidar')
  await entry.first().getByRole('link', { name: charge.order_reference }).click()
  await expect(page.getByRole('heading', { level: 1, name: charge.order_reference })).toBeVisible()
  await page.getByRole('button', { name: 'Mostrar lançamentos' }).click()
  await expect(page.getByRole('region', { name: 'Lançamentos' })).toContainText(formatReais(12_345n - 247n))
})

/** Asserts that the positions at the end of the last day add up to the total of that day. */
async function expectHistoryAddsUp(page: Page): Promise<void> {
  await page.getByText('Tabela').click()
  const table = page.getByRole('table', { name: /^Evolução do saldo/ })
  const positions = ['A liquidar', 'Disponível', 'Reserva contratual', 'Bloqueado e retido', 'Em repasse']
  await expect(table.getByRole('columnheader')).toHaveText([
    'Dia',
    'Posição total',
    ...positions,
    'Débito do lojista',
  ])
  const today = await table.getByRole('row').nth(1).getByRole('cell').allInnerTexts()
  const [total, ...parts] = today.map((text) => BigInt(text.replaceAll(/[^\d-]/g, '')))
  expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(total)
}

/** Asserts that the popover of a timestamp shows two time zones, and that its copy button copies the ISO 8601 text. */
async function copyTimestamp(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const time = page.locator('main time').first()
  await time.hover()
  const iso = await time.getAttribute('datetime')
  await expect(page.getByText(iso ?? '', { exact: true })).toBeVisible()
  await expect(page.getByText('São Paulo UTC−03:00')).toBeVisible()
  await page.getByRole('button', { name: 'Copiar data ISO' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(iso)
}

/**
 * Asserts that the open statement reports a new payment without inserting a row, and that the statement lists the
 * payment when it is opened again.
 */
async function watchStatement(page: Page, merchant: Merchant): Promise<void> {
  const lines = page.getByRole('rowgroup')
  const pay = async () => {
    const charge = await merchant.createCharge(4_321)
    await payQrCode(charge.pix?.qr_code_payload ?? '')
    await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })
    return lines.filter({ hasText: charge.order_reference }).first()
  }
  const first = await pay()
  await pollNow(page)
  await expect(page.getByRole('button', { name: 'Mostrar' })).toBeVisible()
  await expect(first).toBeHidden()
  await page.getByRole('button', { name: 'Mostrar' }).click()
  await expect(first).toBeVisible()
  await openPage(page, 'Saldo')
  const second = await pay()
  await page.getByRole('link', { name: 'A liquidar' }).click()
  await expect(second).toBeVisible()
}

test('payouts are recorded, reserved, completed and reversed, and the merchant API lists paid payouts', async ({
  page,
}) => {
  await page.clock.install()
  await openConsole(page)
  const merchant = new Merchant(readDemo().api_key)
  const charge = await merchant.createCharge(50_000)
  await payQrCode(charge.pix?.qr_code_payload ?? '')
  const available = async () => BigInt((await merchant.balance()).available_cents)
  await expect.poll(available).toBeGreaterThan(1_000n)

  const reference = `TED-${charge.order_reference}`
  await recordPayout(page, reference)
  expect((await merchant.payouts())[reference]).toBe('1000')

  await reserve(page, '2,00')
  expect((await merchant.balance()).payout_reserved_cents).toBe('200')
  await expectTransferAllowed(page)
  await expect(page.getByRole('region', { name: 'linha a linha' })).toContainText('R$')
  await submitDialog(page, 'Registrar pagamento', async (form) => {
    await expect(form).toContainText('Conta de destino')
    await chooseTime(form, '00', '00')
    await form.getByRole('button', { name: 'Registrar pagamento' }).click()
    await expect(form.getByText('Informe a referência do banco')).toBeVisible()
    await form.getByLabel('Referência do banco').fill(`${reference}-2`)
  })
  await expect(page.getByRole('heading', { level: 1, name: `${reference}-2` })).toBeVisible()
  await expect(details(page)).toContainText(/Pago em\s*\d\d\/\d\d\/20\d\d 00:00/)
  expect((await merchant.payouts())[`${reference}-2`]).toBe('200')
  await submitDialog(page, 'Estornar', (form) => form.getByLabel('Justificativa').fill('O banco devolveu'))
  await expect(page.getByRole('main').getByText('Estornado', { exact: true }).first()).toBeVisible()
  expect((await merchant.payouts())[`${reference}-2`]).toBeUndefined()
  await followReversal(page, `${reference}-2`)

  await openBySearch(page, reference)
  await expect(page.getByRole('heading', { level: 1, name: reference, exact: true })).toBeVisible()
  await reserveWithLostResponse(page, '3,00')
  expect((await merchant.balance()).payout_reserved_cents).toBe('300')
  await cancelWhileCompleting(page)
  await expect(page.getByRole('main').getByText('Desfeito', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Estornar' })).toBeDisabled()
  expect((await merchant.balance()).payout_reserved_cents).toBe('0')
})

/** Sets the time of a payout with the console's date field, which uses the person's language and time zone. */
async function chooseTime(form: Locator, hours: string, minutes: string): Promise<void> {
  await expect(form).toContainText('Horário de São Paulo (UTC−03:00)')
  const field = form.getByRole('button', {
    name: /^Data e hora do pagamento: \d\d\/\d\d\/20\d\d \d\d:\d\d$/,
  })
  await field.click()
  const calendar = form
    .page()
    .getByRole('dialog')
    .filter({ has: form.page().getByRole('table') })
  await expect(calendar.getByText(/^(Dom|Do|D)\.?$/i)).toBeVisible()
  await calendar.getByLabel('Horas').press('Escape')
  await expect(calendar).toBeHidden()
  await field.press('Enter')
  await calendar.getByLabel('Horas').fill(hours)
  await calendar.getByLabel('Minutos').fill(minutes)
  await calendar.getByRole('button', { name: 'Concluir' }).click()
  await expect(calendar).toBeHidden()
  await expect(form.getByRole('button', { name: / 00:00$/ })).toBeVisible()
}

/** Follows the links from a reversed payout to the reversing entry, to the reversed entry, and back to the payout. */
async function followReversal(page: Page, reference: string): Promise<void> {
  const marked = page.locator('[aria-current="true"]').filter({ hasText: formatReais(200n) })
  await page
    .getByRole('region', { name: 'Lançamentos' })
    .getByRole('link', { name: /^Estornado:/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Extrato' })).toBeVisible()
  await expect(marked).toContainText(`+${formatReais(200n)}`)
  await marked.getByRole('link', { name: /^Estorno:/ }).click()
  await expect(marked).toContainText(`-${formatReais(200n)}`)
  await expect(marked.getByRole('link', { name: /^Estornado:/ })).toBeVisible()
  await marked.getByRole('link', { name: reference }).click()
  await expect(page.getByRole('heading', { level: 1, name: reference })).toBeVisible()
}

/**
 * Cancels a reserved payout in another page while the form that completes this payout is open. Asserts that the form
 * says that another person has ended the payout.
 */
async function cancelWhileCompleting(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Registrar pagamento' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Referência do banco').fill('TED-tarde-demais')
  const otherPage = await page.context().newPage()
  await otherPage.goto(page.url())
  await submitDialog(otherPage, 'Desfazer reserva', (dialog) =>
    dialog.getByLabel('Justificativa').fill('Conta encerrada'),
  )
  await otherPage.close()
  await pollNow(page)
  await expect(form).toContainText('Este repasse já foi encerrado por outra pessoa')
  await form.getByRole('button', { name: 'Registrar pagamento' }).click()
  await expect(form.getByRole('alert')).toContainText('não está reservado')
  await form.getByRole('button', { name: 'Cancelar' }).click()
}

/**
 * Reserves a payout while the server's response is lost. Asserts that the fields are disabled, and submits the same
 * dialog again.
 */
async function reserveWithLostResponse(page: Page, amount: string): Promise<void> {
  await openPage(page, 'Repasses')
  await page.route('**/graphql', async (route) => {
    if (operationOf(route.request()) !== 'ReservePayout') return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Reservar repasse' }).click()
  const form = page.getByRole('dialog')
  const field = form.getByLabel('Valor', { exact: true })
  await field.fill(amount)
  await fillReasonIfRequired(form)
  await field.press('Enter')
  await expect(form.getByRole('alert')).toContainText('O servidor não respondeu')
  await expect(field).toBeDisabled()
  await page.unrouteAll({ behavior: 'wait' })
  const again = form.getByRole('button', { name: 'Tentar de novo' })
  await expect(again).toBeFocused()
  await again.press('Enter')
  await expect(form).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: `Repasse de R$ ${amount}` })).toBeVisible()
}

const details = (page: Page) => page.getByRole('region', { name: 'Detalhes' })

/** Reserves a payout and asserts that the page of the payout opens. */
async function reserve(page: Page, amount: string): Promise<void> {
  await openPage(page, 'Repasses')
  await submitDialog(page, 'Reservar repasse', async (form) => {
    await expect(form).toContainText('Conta de destino')
    await form.getByLabel('Valor', { exact: true }).fill(amount)
    await fillReasonIfRequired(form)
  })
  await expect(page.getByRole('main').getByText('Reservado', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: `Repasse de R$ ${amount}` })).toBeVisible()
}
