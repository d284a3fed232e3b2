import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { chooseDay } from '../support/day-filter.ts'
import { createMerchant, recordTransfer, type Charge, type Merchant } from '../support/merchant.ts'
import { payQrCode } from '../support/pix-network.ts'
import { querySql } from '../support/sql.ts'
import { openConsole } from '../support/sessions.ts'
import { formatReais, openBySearch, openPage } from '../support/staff.ts'

/** Terms of a merchant: a fee of 2 %, and a reserve of 10 % of the net amount for 30 days. */
const TERMS = ['--fee-bps', '200', '--reserve-bps', '1000', '--reserve-days', '30']

async function aPaidCharge(merchant: Merchant, amountCents: number): Promise<Charge> {
  const charge = await merchant.createCharge(amountCents)
  await payQrCode(charge.pix?.qr_code_payload ?? '')
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })
  return charge
}

/** Formats the day of an instant as the console does, in São Paulo. */
const dayOf = (text: string): string =>
  new Intl.DateTimeFormat('pt-BR', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'America/Sao_Paulo',
  }).format(new Date(text))

test('"When does the money of order X reach the bank?" and "What did payout Y pay?" are answered on their pages', async ({
  page,
}) => {
  const { id, merchant } = await createMerchant('Loja das Respostas', TERMS)
  const charge = await aPaidCharge(merchant, 10_000)
  await openConsole(page, 'finance')
  await openBySearch(page, charge.order_reference)
  await expect(page.getByRole('heading', { level: 1, name: charge.order_reference })).toBeVisible()
  const arrival = page.getByRole('region', { name: 'Quando o dinheiro chega' })
  const [terms] = await querySql(
    `select paid_at + reserve_days * interval '1 day' as released_at, reserve_cents, net_cents from charge where id = $1`,
    [charge.id],
  )
  await expect(arrival).toContainText(`Reserva, será liberada em ${dayOf(terms?.['released_at'] ?? '')}`)
  await expect(arrival).toContainText(formatReais(BigInt(terms?.['reserve_cents'] ?? '0')))
  await expect(page.getByRole('region', { name: 'Composição do valor' })).toContainText(
    `A repassar${formatReais(BigInt(terms?.['net_cents'] ?? '0'))}`,
  )

  await expect(arrival).toContainText('mas os repasses estão suspensos', { timeout: 60_000 })
  await expect(arrival.getByRole('note')).toContainText('o lojista não tem conta bancária')
  const available = (await merchant.balance()).available_cents
  await recordTransfer(id, available, 'TED-respostas')
  await expect(arrival).toContainText('Saiu no repasse TED-respostas')
  await arrival.getByRole('link', { name: 'TED-respostas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'TED-respostas' })).toBeVisible()
  const summary = page.getByRole('table', { name: 'Resumo do repasse' })
  await expect(summary.getByRole('row').filter({ hasText: 'Vendas' })).toContainText(
    `+${formatReais(BigInt(available))}`,
  )
  await expect(summary.getByRole('row').filter({ hasText: 'Total do repasse' })).toContainText(
    formatReais(BigInt(available)),
  )
  const lines = page.getByRole('region', { name: 'O que este repasse pagou' })
  await expect(lines).toContainText(charge.order_reference)
  await expect(lines).toContainText(formatReais(BigInt(available)))
  const [sum] = await querySql(
    `select sum(l.amount_cents) as cents from journal_line l join payout_line_range r on r.merchant_id = l.merchant_id
       and l.account_version >= r.from_version and l.account_version < r.to_version
     join payout o on o.merchant_id = r.merchant_id and o.id = r.payout_id
     where o.external_reference = 'TED-respostas' and l.account_code = 'available' and l.payout_id is null`,
    [],
  )
  expect(sum?.['cents']).toBe(available)
  const [heading = '', ...rows] = await exportRows(page, lines, 'Exportar O que este repasse pagou')
  const column = heading.split(';').indexOf('Neste repasse')
  const exported = rows.map((row) => BigInt((row.split(';')[column] ?? '').replace(',', '')))
  expect(exported.reduce((total, cents) => total + cents, 0n)).toBe(BigInt(available))

  await openPage(page, 'Conciliação')
  const day = page.getByRole('region', { name: 'Conciliação do dia' })
  await expect(day.getByRole('button', { name: /^Dia/ })).toHaveText(/\d\d\/\d\d\/\d{4}/)
  const [dayHeading] = await exportRows(page, day, 'Exportar Conciliação do dia')
  expect(dayHeading).toContain('Id do lojista')
})

/** Exports the list of a region to CSV and returns the lines of the file. */
async function exportRows(page: Page, region: Locator, title: string): Promise<string[]> {
  await region.getByRole('button', { name: /^Exportar/ }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel('CSV para Excel').check()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Baixar' }).click()
  // If the server refuses the export, the test fails here and shows the dialog. Without this line the test would wait
  // for the download.
  await expect(dialog, 'the export').toBeHidden()
  const file = await downloading
  return readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
}

const DAY_MS = 86_400_000

/**
 * An entry that is posted at a time in the past: its type, the debited account, the credited account and the amount.
 */
type PastEntry = readonly [eventType: string, debit: string, credit: string, cents: number]

/**
 * Posts entries in the ledger of a new merchant, as if at a time in the past. Each entry records an event that happened
 * an hour before the posting.
 */
async function postInThePast(
  merchantId: string,
  postedAt: Date,
  entries: readonly PastEntry[],
): Promise<void> {
  const rows = entries.map(([eventType, debit, credit, cents], n) => ({
    id: randomUUID(),
    event_type: eventType,
    description: eventType,
    source_type: 'gateway',
    source_id: merchantId,
    dedupe_key: `past:${postedAt.getTime()}:${n}`,
    economic_at: new Date(postedAt.getTime() - 3_600_000).toISOString(),
    actor: 'system:journey',
    correlation_id: 'journey',
    lines: [
      { code: debit, debit: String(cents), credit: '0' },
      { code: credit, debit: '0', credit: String(cents) },
    ],
  }))
  const given = [merchantId, postedAt.toISOString(), JSON.stringify(rows)]
  await querySql('select count(*) from post_entries($1, $2, $3)', given)
}

/** The balance of a merchant before and after a day in São Paulo, and the sum of the payouts of the day. */
const CHANGE_OF_DAY = `
  select sum(l.amount_cents) filter (where e.posted_at < day.start) as opening, sum(l.amount_cents) as closing,
    sum(l.amount_cents) filter (where e.posted_at >= day.start and e.event_type = 'gateway.external_payout') as payouts
  from journal_line l join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
  cross join (select $2::date::timestamp at time zone 'America/Sao_Paulo' as start) day
  where l.merchant_id = $1 and l.position is not null and e.posted_at < day.start + interval '1 day'`

test('"Why did the balance of merchant X fall yesterday?" is answered on the page of the statement', async ({
  page,
}) => {
  const { id } = await createMerchant('Loja da Queda', [])
  const yesterday = new Date(Date.now() - DAY_MS)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(yesterday)
  const noon = new Date(`${day}T12:00:00-03:00`)
  await postInThePast(id, new Date(noon.getTime() - DAY_MS), [
    ['fee.returned', 'fee_revenue', 'available', 10_000],
  ])
  await postInThePast(id, noon, [
    ['gateway.external_payout', 'available', 'bank', 7_500],
    ['fee.returned', 'fee_revenue', 'available', 100],
  ])
  const [change] = await querySql(CHANGE_OF_DAY, [id, day])
  const opening = BigInt(change?.['opening'] ?? '')
  const closing = BigInt(change?.['closing'] ?? '')

  await openConsole(page, 'finance')
  await openBySearch(page, 'Loja da Queda')
  await expect(page.getByRole('heading', { level: 1, name: 'Loja da Queda' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Páginas do lojista' })
    .getByRole('link', { name: 'Extrato' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Extrato' })).toBeVisible()
  await page.getByRole('button', { name: /^Período/ }).click()
  await page.getByRole('button', { name: 'Ontem', exact: true }).click()
  const summary = page.getByRole('region', { name: 'Resumo do período' })
  await expect(summary).toContainText(
    `O saldo caiu ${formatReais(opening - closing)}: de ${formatReais(opening)} para ${formatReais(closing)}.`,
  )
  await expect(summary).toContainText('Maior saída: Repasse ao lojista')
  const kinds = summary.getByRole('table', { name: 'Por tipo de lançamento' })
  await expect(kinds.getByRole('row').filter({ hasText: 'Repasse ao lojista' })).toContainText(
    formatReais(-BigInt(change?.['payouts'] ?? '')),
  )
  await expect(page.getByText('Variação do saldo no dia')).toContainText(formatReais(opening - closing))
  await page.getByText('Data do fato', { exact: true }).click()
  await expect(summary).toContainText(
    `Os fatos do período reduzem o saldo em ${formatReais(opening - closing)}.`,
  )
  await expect(summary.getByText('Saldo final')).toHaveCount(0)
  await expect(page.getByText(/^Soma do período: -R\$.+ A variação por dia existe só por data/)).toBeVisible()
  await openPage(page, 'Saldo')
  await chooseDay(page, 'Posição no fim de outro dia', day)
  await expect(page.getByRole('region', { name: 'Posição total' })).toContainText(formatReais(closing))
  await expect(page.getByRole('main')).toContainText('condições são as atuais')
  await page.getByRole('link', { name: 'Ver saldo atual' }).click()
  await expect(page).not.toHaveURL(/day=/)
})

/** The last closed day in São Paulo, and its noon. A day closes at 06:00 of the next day. */
const CLOSED_DAY = `
  select to_char(day, 'YYYY-MM-DD') as day, (day + interval '12 hours') at time zone 'America/Sao_Paulo' as noon
  from (select date_trunc('day', now() at time zone 'America/Sao_Paulo' - interval '6 hours') - interval '1 day' as day) d`

/** Stores a difference of R$ 9,00: a payment that only the network has. */
const PAYMENT_ONLY_AT_NETWORK = `
  insert into reconciliation_exception (merchant_id, id, kind, state, subject, end_to_end_id, details, opened_at, checked_at)
  values ($1, gen_random_uuid(), 'payment_not_recorded', 'open', 'E-alheio', 'E-alheio', '{"received_cents": "900"}',
    $2, $2)`

/** Selects two sums of a day: its recorded payments, and the payments that only the network has. */
const DAY_SUMS = `
  select (select coalesce(sum(amount_cents), 0) from payment
      where merchant_id = $1 and (recorded_at at time zone 'America/Sao_Paulo')::date = $2::date) as recorded,
    (select coalesce(sum((details->>'received_cents')::bigint), 0) from reconciliation_exception
      where merchant_id = $1 and state = 'open'
        and (opened_at at time zone 'America/Sao_Paulo')::date = $2::date) as network`

test('"Did the day reconcile?" is answered on the page of the reconciliation, with the amounts of both sides', async ({
  page,
}) => {
  const { id } = await createMerchant('Loja da Conciliação', [])
  await openConsole(page, 'finance')
  await openPage(page, 'Conciliação')
  await page.getByRole('combobox', { name: 'Lojista' }).click()
  await page.getByRole('option', { name: 'Loja da Conciliação' }).click()
  const day = page.getByRole('region', { name: 'Conciliação do dia' })
  await expect(day.getByRole('note')).toContainText('confere: não houve movimento')

  const [closed] = await querySql(CLOSED_DAY, [])
  await querySql(PAYMENT_ONLY_AT_NETWORK, [id, closed?.['noon'] ?? ''])
  await page.reload()
  await expect(day.getByRole('note')).toContainText('não confere: 1 divergência deste dia em aberto')
  const [sums] = await querySql(DAY_SUMS, [id, closed?.['day'] ?? ''])
  const [recorded, network] = [BigInt(sums?.['recorded'] ?? ''), BigInt(sums?.['network'] ?? '')]
  expect([recorded, network]).toEqual([0n, 900n])
  const cells = day.getByRole('row').filter({ hasText: 'Pagamentos recebidos' }).getByRole('cell')
  await expect(cells.nth(2)).toHaveText(formatReais(recorded))
  await expect(cells.nth(3)).toContainText(formatReais(network))
  await expect(cells.nth(4)).toHaveText(`+${formatReais(network - recorded)}`)
})
