import { expect, test } from '@playwright/test'
import { chooseDay } from '../support/day-filter.ts'
import { createMerchant, Merchant } from '../support/merchant.ts'
import { payQrCode } from '../support/pix-network.ts'
import { openConsole } from '../support/sessions.ts'
import { querySql } from '../support/sql.ts'
import { readDemo } from '../support/stack.ts'
import { createStaff, formatReais, openBySearch, openPage, signIn, submitDialog } from '../support/staff.ts'

/**
 * Selects the sum of the positions of all merchants at the end of a day in São Paulo, without the service's own
 * account. Also selects the sum of the merchant of this test.
 */
const OWED_AT = `select sum(l.amount_cents) as total,
    count(distinct l.merchant_id) filter (where m.name = 'Loja do Fechamento') as merchants,
    sum(l.amount_cents) filter (where m.name = 'Loja do Fechamento') as of_one
  from journal_line l join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
  join merchant m on m.id = l.merchant_id
  where l.account_code in ('pending', 'available', 'contract_reserve', 'case_hold', 'payout_reserved', 'receivable')
    and m.id <> '00000000-0000-7000-8000-000000000001' and e.posted_at < ($1::date + 1)::timestamp at time zone 'America/Sao_Paulo'`

const dayInSaoPaulo = (at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(at)

test('"What did we owe every merchant on a day?" is answered on the page of merchants', async ({ page }) => {
  const { merchant } = await createMerchant('Loja do Fechamento', ['--fee-bps', '200'])
  const charge = await merchant.createCharge(12_345)
  await payQrCode(charge.pix?.qr_code_payload ?? '')
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })
  const { net_cents: net } = await merchant.charge(charge.id)

  await openConsole(page, 'finance')
  await openPage(page, 'Lojistas')
  await chooseDay(page, 'Posição no fim de outro dia', dayInSaoPaulo(new Date()))
  const totals = page.getByRole('region', { name: 'Posição total' })
  const row = page.getByRole('row').filter({ hasText: 'Loja do Fechamento' })
  await expect(row).toContainText(formatReais(BigInt(net ?? '0')))
  const [owed] = await querySql(OWED_AT, [dayInSaoPaulo(new Date())])
  expect(owed?.['of_one']).toBe(net)
  await expect(totals).toContainText(formatReais(BigInt(owed?.['total'] ?? '0')))
  await totals.getByRole('button', { name: 'Conferir de novo, linha a linha' }).click()
  const result = totals
    .getByRole('status')
    .or(totals.getByText(/^Confere com o razão ·/))
    .last()
  await expect(result).toContainText('Confere com o razão')
  await expect(totals.getByText('Diferença', { exact: true }).locator('xpath=following::*[1]')).toContainText(
    formatReais(0n),
  )

  const eightDaysAgo = dayInSaoPaulo(new Date(Date.now() - 8 * 86_400_000))
  await chooseDay(page, 'Posição no fim do dia', eightDaysAgo)
  const [before] = await querySql(OWED_AT, [eightDaysAgo])
  expect(before?.['of_one']).toBeNull()
  await expect(row).toContainText(formatReais(0n))
  await expect(totals).toContainText(formatReais(BigInt(before?.['total'] ?? '0')))
})

test('"Create a merchant that can charge today": an administrator creates the merchant, sets its fee and creates its key', async ({
  page,
}) => {
  await signIn(page, await createStaff('admin'))
  await openPage(page, 'Lojistas')
  await page.getByRole('button', { name: 'Novo lojista' }).click()
  const form = page.getByRole('dialog', { name: 'Novo lojista' })
  await form.getByLabel('Nome do lojista').fill('Padaria Aurora')
  await form.getByLabel('CPF ou CNPJ').fill('12.345.678/0001-95')
  await form.getByLabel('Tarifa (%)').fill('1,99')
  await form.getByRole('button', { name: 'Novo lojista' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Padaria Aurora' })).toBeVisible()
  const [created] = await querySql(
    `select id, document, fee_percent_bps from merchant where name = 'Padaria Aurora'`,
    [],
  )
  expect(created).toMatchObject({ document: '12345678000195', fee_percent_bps: '199' })
  await expect(page.getByText('Este lojista ainda não pode cobrar')).toBeVisible()
  await page.getByRole('link', { name: 'Criar chave de API' }).click()

  const keyForm = page.getByRole('dialog', { name: 'Criar chave de API' })
  await keyForm.getByLabel('Nome').fill('loja')
  await keyForm.getByRole('button', { name: 'Todas as permissões' }).click()
  await keyForm.getByRole('button', { name: 'Criar chave' }).click()
  const shown = page.getByRole('dialog', { name: 'Guarde a chave de API' })
  const key = (await shown.getByText(/^svc_live_/).innerText()).trim()
  const charge = await new Merchant(key).createCharge(1_000)
  expect(charge).toMatchObject({ status: 'pending', amount_cents: '1000' })
  await shown.getByLabel('Já guardei em local seguro').check()
  await shown.getByRole('button', { name: 'Concluir' }).click()

  await page.goto(new URL(`/merchants/${created?.['id']}`, readDemo().console.url).href)
  await expect(page.getByRole('navigation', { name: 'Páginas do lojista' })).toBeVisible()
  await expect(page.getByText('Este lojista ainda não pode cobrar')).toHaveCount(0)
})

test('"Who changed this merchant\'s fee, from what to what?" is answered by one line of the audit log', async ({
  page,
  browser,
}) => {
  const { id } = await createMerchant('Loja da Tarifa', ['--fee-bps', '200'])
  const finance = await browser.newPage()
  await openConsole(finance, 'finance', `/merchants/${id}`)
  await expect(finance.getByRole('main')).toContainText(/Saldo em \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/)
  await submitDialog(finance, 'Alterar condições', (form) => form.getByLabel('Tarifa (%)').fill('1,50'))
  await finance.close()

  const [entry] = await querySql(
    `select e.id, s.name, e.before->>'feePercentBps' as before, e.after->>'feePercentBps' as after
     from audit_entry e join staff s on 'staff:' || s.id = e.actor
     where e.action = 'merchant.update_terms' and e.target_id = $1`,
    [id],
  )
  expect(entry).toMatchObject({ before: '200', after: '150' })
  await openConsole(page, 'auditor')
  await openBySearch(page, 'Loja da Tarifa')
  await page.getByRole('link', { name: 'Ver na auditoria' }).click()
  const line = page.getByRole('row').filter({ hasText: 'mudou as condições de' })
  await expect(line).toContainText(`${entry?.['name']} mudou as condições de Loja da Tarifa`)
  await expect(line).toContainText('Tarifa: de 2,00% para 1,50%')
  await line.getByRole('link', { name: 'mudou as condições de' }).click()
  await expect(page).toHaveURL(new RegExp(`/audit/${entry?.['id']}`))
  await page.getByRole('button', { name: 'Ver o registro bruto' }).click()
  const raw = page.getByRole('table', { name: 'Valores registrados' })
  await expect(raw.getByRole('row').filter({ hasText: 'feePercentBps' })).toContainText('150')
})

test('"When is the reserve of merchant X released, and how much?" is answered on the page of the balance', async ({
  page,
}) => {
  const terms = ['--fee-bps', '200', '--reserve-bps', '1000', '--reserve-days', '30']
  const { id, merchant } = await createMerchant('Loja da Reserva', terms)
  for (const cents of [10_000, 20_000]) {
    const charge = await merchant.createCharge(cents)
    await payQrCode(charge.pix?.qr_code_payload ?? '')
    await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })
  }
  const [due] = await querySql(
    `select min(paid_at + reserve_days * interval '1 day') as released_at, sum(reserve_cents) as cents
     from charge where merchant_id = $1`,
    [id],
  )
  const [year, month, day] = dayInSaoPaulo(new Date(due?.['released_at'] ?? '')).split('-')
  const date = `${day}/${month}/${year}`
  const reserve = formatReais(BigInt(due?.['cents'] ?? '0'))
  await openConsole(page, 'finance', `/balance?merchant=${id}`)
  const title = 'Próximas liberações da reserva contratual'
  const rows = page.getByRole('table', { name: title }).getByRole('row')
  await expect(rows.filter({ hasText: date })).toContainText(`2${reserve}`)
  await expect(rows.filter({ hasText: 'Toda a reserva contratual' })).toContainText(reserve)

  await page.setViewportSize({ width: 390, height: 844 })
  const card = page.getByRole('list', { name: title }).getByRole('listitem').first()
  await expect(card).toContainText(date)
  await expect(card).toContainText(reserve)
})
