import { expect, test, type Page } from '@playwright/test'
import { aPayer, Merchant, type Charge, type Payer } from '../support/merchant.ts'
import { control, failNextReturn, payQrCode } from '../support/pix-network.ts'
import { readDemo } from '../support/stack.ts'
import { querySql } from '../support/sql.ts'
import { openConsole } from '../support/sessions.ts'
import { formatReais, openBySearch } from '../support/staff.ts'

const REFUND_WINDOW_MS = 90 * 86_400_000

/** Formats an instant as the console does, in São Paulo. */
const formatInstant = (iso: string): string =>
  new Intl.DateTimeFormat('pt-BR', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'America/Sao_Paulo',
  })
    .format(new Date(iso))
    .replace(', ', ' ')

async function aPaidCharge(amountCents: number, payer: Payer, times = 1): Promise<Charge> {
  const merchant = new Merchant(readDemo().api_key)
  const charge = await merchant.createCharge(amountCents, payer)
  for (let n = 0; n < times; n++) await payQrCode(charge.pix?.qr_code_payload ?? '')
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })
  return charge
}

const note = (page: Page, text: string) => page.getByRole('note').filter({ hasText: text })

test('"The customer says she paid twice": support sees both payments, and when the second payment was returned', async ({
  page,
}) => {
  const payer = aPayer()
  const charge = await aPaidCharge(4_321, payer, 2)
  await openConsole(page, 'support')
  await openBySearch(page, payer.name)
  await expect(page.getByRole('heading', { level: 1, name: charge.order_reference })).toBeVisible()
  const banner = note(page, 'Pago em duplicidade: R$ 43,21')
  await expect(banner).toContainText('Devolvido ao pagador em')
  await expect(banner).toContainText('O botão Devolver devolve a venda.')

  const payments = await querySql(
    `select p.classification, p.amount_cents, p.end_to_end_id, f.status, f.closed_at
     from payment p left join financial_case f on f.merchant_id = p.merchant_id and f.id = p.case_id
     where p.charge_id = $1 order by p.classification desc`,
    [charge.id],
  )
  expect(payments.map(({ classification, status }) => [classification, status])).toEqual([
    ['primary', null],
    ['duplicate', 'returned'],
  ])
  const table = page.getByRole('table', { name: 'Pagamentos' })
  for (const { amount_cents: cents, end_to_end_id: endToEndId } of payments)
    await expect(table.getByRole('row').filter({ hasText: endToEndId ?? '' })).toContainText(
      formatReais(BigInt(cents ?? '0')),
    )
  const returnedAt = new Date(payments[1]?.['closed_at'] ?? '').toISOString()
  await expect(banner.locator('time')).toHaveAttribute('datetime', returnedAt)
  await expect(page.getByRole('table', { name: 'Devoluções' })).toContainText('Pagamento retido')
  const timeline = page.getByRole('list', { name: 'Linha do tempo' })
  await expect(timeline.getByRole('listitem').filter({ hasText: 'duplicidade' })).toContainText('Rede Pix')
})

test('"This charge is disputed": support sees how much is blocked, until when, and what can be done', async ({
  page,
}) => {
  const charge = await aPaidCharge(9_876, aPayer())
  await openConsole(page, 'support')
  await openBySearch(page, charge.order_reference)
  await page.getByRole('button', { name: 'Abrir contestação' }).click()
  const form = page.getByRole('dialog', { name: 'Abrir contestação (MED)' })
  await expect(form).toContainText(/Valor contestado: R\$\s98,76/)
  await form.getByRole('button', { name: 'Abrir contestação' }).click()
  await expect(form).toContainText('Escolha uma opção')
  await form.getByLabel('Natureza').selectOption('MED_FRAUDE')
  await form.getByRole('button', { name: 'Abrir contestação' }).click()
  await expect(form).toBeHidden()

  const banner = note(page, 'Contestação (MED) em aberto')
  await expect(banner).toBeVisible()
  const [dispute] = await querySql(
    `select f.amount_cents, f.held_pending_cents + f.held_available_cents as held_cents, d.answer_until, d.case_id
     from dispute d join financial_case f on f.merchant_id = d.merchant_id and f.id = d.case_id
     where d.charge_id = $1`,
    [charge.id],
  )
  await expect(banner).toContainText(formatReais(BigInt(dispute?.['amount_cents'] ?? '0')))
  await expect(banner).toContainText(
    `Bloqueado do lojista: ${formatReais(BigInt(dispute?.['held_cents'] ?? '0'))}`,
  )
  await expect(banner).toContainText(`Prazo da defesa: ${formatInstant(dispute?.['answer_until'] ?? '')}`)
  await expect(banner).toContainText('Registre a defesa no caso. Quem decide a contestação: Financeiro ou')
  const refund = page.getByRole('button', { name: 'Devolver', exact: true })
  await expect(refund).toBeDisabled()
  await expect(refund).toHaveAccessibleDescription('Já há uma contestação em aberto.')

  await banner.getByRole('link', { name: 'Ver o caso' }).click()
  await page.getByRole('button', { name: 'Registrar defesa' }).click()
  const answer = page.getByRole('dialog')
  await answer.getByRole('textbox').fill('Entrega assinada em 20/11')
  await answer.getByRole('button', { name: 'Registrar defesa' }).click()
  await expect(page.getByText('Entrega assinada em 20/11')).toBeVisible()
  await page.goBack()
  await expect(banner).toContainText('Defesa registrada em')
  await acceptDispute(dispute?.['case_id'] ?? '')
  await expect(banner).toBeHidden()
  await expect(page.getByRole('table', { name: 'Devoluções' })).toContainText('Contestação (MED)')
})

/**
 * Accepts a dispute as the merchant, and waits until the dispute is closed. An open dispute would suspend the
 * merchant's payouts in later tests.
 */
async function acceptDispute(caseId: string): Promise<void> {
  const merchant = new Merchant(readDemo().api_key)
  expect((await merchant.call('POST', `/v1/disputes/${caseId}/accept`)).status).toBeLessThan(300)
  await expect
    .poll(() => merchant.call('GET', `/v1/disputes/${caseId}`))
    .toMatchObject({ body: { status: 'closed' } })
}

test('"The refund failed": support sees that the amount went back to the balance, and requests the refund again', async ({
  page,
}) => {
  const merchant = new Merchant(readDemo().api_key)
  const payer = aPayer()
  const charge = await aPaidCharge(6_543, payer)
  const requestRefund = async () => {
    const body = { amount_cents: 1_234, reason: 'other' }
    const { status } = await merchant.call('POST', `/v1/pix/charges/${charge.id}/refunds`, body)
    expect(status).toBeLessThan(300)
  }
  await failNextReturn()
  await requestRefund()
  await openConsole(page, 'support')
  await openBySearch(page, charge.order_reference)
  const banner = note(page, 'Devolução falhou')
  await expect(banner).toContainText(`Devolução falhou: ${formatReais(1_234n)}`)
  await expect(banner).toContainText('O valor voltou ao saldo do lojista')
  await expect(banner).toContainText('Peça de novo com o botão Devolver')
  const [paid] = await querySql('select paid_at from charge where id = $1', [charge.id])
  const until = Date.parse(paid?.['paid_at'] ?? '') + REFUND_WINDOW_MS
  await expect(banner.locator('time')).toHaveAttribute('datetime', new Date(until).toISOString())
  await page.getByRole('region', { name: 'Casos' }).getByRole('link', { name: 'Devolução' }).click()
  await expect(page.getByRole('main')).toContainText('Devolução falhou')
  await expect(note(page, 'O pagador não recebeu a devolução')).toContainText('peça na cobrança')
  await expect(page.getByRole('region', { name: 'Detalhes' })).toContainText(payer.name)
  await page.goBack()
  await requestRefund()
  await expect(banner).toBeHidden()
  await expect(page.getByRole('region', { name: 'Devoluções' })).toContainText('Concluída')
})

test('"I paid, but the charge is open": support sees that a payment of another amount was not accepted', async ({
  page,
}) => {
  const charge = await new Merchant(readDemo().api_key).createCharge(7_654, aPayer())
  await control('pay', { qr_code: charge.pix?.qr_code_payload, amount_cents: 765 })
  await openConsole(page, 'support')
  await openBySearch(page, charge.order_reference)
  const details = page.getByRole('region', { name: 'Detalhes' })
  await expect(details).toContainText('Não paga (pagamento não aceito)')
  const [payment] = await querySql('select end_to_end_id from payment where charge_id = $1', [charge.id])
  await expect(details).toContainText(payment?.['end_to_end_id'] ?? 'BUG: no payment')
})
