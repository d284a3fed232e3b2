import { expect, test, type Page } from '@playwright/test'
import { dumpPageStorage } from '../support/page-storage.ts'
import { aCompany, aPayer, Merchant } from '../support/merchant.ts'
import { readDemo, readLogs } from '../support/stack.ts'
import { createStaff, openBySearch, openPage, signIn } from '../support/staff.ts'

const person = aPayer()
const company = aCompany()
const PAYERS = [
  {
    title: 'a CPF',
    payer: person,
    marked: person.document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4'),
    masked: person.document.replace(/^...(...)(...)..$/, '***.$1.$2-**'),
  },
  {
    title: 'a CNPJ with letters, typed in lower case,',
    payer: company,
    marked: company.document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5').toLowerCase(),
    masked: company.document.replace(/^..(...)(...).*$/, '**.$1.$2/****-**'),
  },
]

for (const { title, payer, marked, masked } of PAYERS)
  test(`${title} can be searched for and is in no URL, saved view, cache or log`, async ({
    page,
    context,
  }) => {
    const charge = await new Merchant(readDemo().api_key).createCharge(1_990, payer)
    const sent: string[] = []
    context.on('request', (request) => sent.push(request.url()))
    // The test saves a view for the person, so it must not use a person whose session other tests share.
    await signIn(page, await createStaff('support', { app: false }), '/charges')

    await search(page, marked)
    await expect(firstRow(page)).toContainText(charge.order_reference)
    const link = page.url()
    await firstRow(page).getByRole('link', { name: charge.order_reference }).click()
    await expect(page.getByRole('heading', { level: 1, name: charge.order_reference })).toBeVisible()
    await expect(page.getByText(masked)).toBeVisible()
    await page.goBack()
    await expect(firstRow(page)).toContainText(charge.order_reference)
    await expect(page.getByRole('button', { name: `Busca ${marked}` })).toBeVisible()

    const otherTab = await context.newPage()
    await otherTab.goto(link)
    await expect(otherTab.getByText('Digite o CPF ou CNPJ de novo')).toBeVisible()
    await otherTab.goto(`${new URL('/charges', link).href}?merchant=all&q=${payer.document}`)
    await expect(firstRow(otherTab)).toContainText(charge.order_reference)
    expect(otherTab.url()).not.toContain(payer.document)
    await otherTab.close()

    await saveView(page, payer.name)
    await openPage(page, 'Lojistas')
    await openBySearch(page, payer.document)
    await expect(page.getByRole('heading', { level: 1, name: charge.order_reference })).toBeVisible()
    await openPage(page, 'Início')
    const view = await page.getByRole('link', { name: payer.name }).getAttribute('href')
    expect(view).not.toContain('q=')

    // Skip the one URL with the CPF or CNPJ that the test itself opened.
    const requestedUrls = sent.filter((url) => !url.includes(`?merchant=all&q=${payer.document}`))
    const locations = {
      kept: await dumpPageStorage(page),
      link,
      requestedUrls: requestedUrls.join(' '),
      log: readLogs(),
    }
    expect(locations.log).toContain('"operation":"Charges"')
    for (const [location, text] of Object.entries(locations))
      for (const document of [payer.document, marked, encodeURIComponent(marked)])
        expect([location, document, text.includes(document)]).toEqual([location, document, false])
  })

/** The first row of the list of charges. */
function firstRow(page: Page) {
  return page.getByRole('table', { name: 'Cobranças' }).getByRole('row').nth(1)
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Busca' }).click()
  await page.getByLabel('Pedido, id, txid, E2E, nome ou documento do pagador').fill(text)
  await page.getByRole('button', { name: 'Aplicar' }).click()
}

async function saveView(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Visões' }).click()
  await page.getByRole('button', { name: 'Salvar filtros atuais' }).click()
  const form = page.getByRole('dialog', { name: 'Salvar visão' })
  await form.getByLabel('Nome').fill(name)
  await form.getByRole('button', { name: 'Salvar visão' }).click()
  await expect(form).toBeHidden()
}
