import { readFile } from 'node:fs/promises'
import { expect, test, type Download, type Page } from '@playwright/test'
import { Merchant } from '../support/merchant.ts'
import { openConsole } from '../support/sessions.ts'
import { createKey, submitPassword, openPage, signIn, createStaff } from '../support/staff.ts'

/** Downloads a file from the open dialog. */
async function download(page: Page, format: string): Promise<Download> {
  const dialog = page.getByRole('dialog', { name: 'Exportar Cobranças' })
  await dialog.getByLabel(format).check()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Baixar' }).click()
  const file = await downloading
  await expect(dialog).toBeHidden()
  return file
}

test('an exported file contains only rows that match the filters, with the labels and time zone of the list', async ({
  page,
}) => {
  await openConsole(page)
  const merchant = new Merchant(await createKey(page, 'Loja da exportação'))
  const charge = await merchant.createCharge(123_456)
  await merchant.createCharge(777)

  await openPage(page, 'Cobranças')
  await page.goto(`${new URL(page.url()).origin}/charges?order=${charge.order_reference}`)
  await expect(page.getByRole('row', { name: charge.order_reference })).toBeVisible()
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Exportar Cobranças' })
  await expect(dialog).toContainText(charge.order_reference)
  await expect(dialog).toContainText('São Paulo')
  const file = await download(page, 'CSV para Excel')
  expect(file.suggestedFilename()).toMatch(/^cobrancas_\d{4}-\d\d-\d\d_America-Sao_Paulo\.csv$/)
  const [heading = '', ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(heading).toContain('Criada em (America/Sao_Paulo)')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toContain(`${charge.order_reference};`)
  expect(rows[0]).toContain(';1234,56;')
  expect(rows[0]).toContain(';Aguardando;')

  await page.getByRole('button', { name: 'Exportar' }).click()
  const workbook = await download(page, 'Planilha XLSX')
  expect(workbook.suggestedFilename()).toMatch(/\.xlsx$/)
  expect((await readFile(await workbook.path())).subarray(0, 2).toString()).toBe('PK')
})

test('an incomplete download is reported, and an export after the end of the session continues after the sign-in', async ({
  page,
}) => {
  const person = await signIn(page, await createStaff('support', { app: false }), '/merchants')
  await page.route('**/exports', (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: 'Exportar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exportar Lojistas' })
  await dialog.getByRole('button', { name: 'Baixar' }).click()
  await expect(dialog.getByRole('alert')).toContainText('O servidor não respondeu')

  await page.unrouteAll()
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Baixar' }).click()
  const downloading = page.waitForEvent('download')
  await submitPassword(page.getByRole('dialog', { name: 'Sua sessão terminou' }), person)
  await downloading
  await expect(page.getByRole('heading', { level: 1, name: 'Lojistas' })).toBeVisible()
})
