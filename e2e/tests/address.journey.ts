import { expect, test, type Page } from '@playwright/test'
import { open, signIn } from '../support/staff.ts'

test('back, refresh and a copied link show the same list, the same row and the same time zone', async ({
  page,
  context,
}) => {
  await signIn(page)
  await open(page, 'Cobranças')
  await page.getByRole('button', { name: 'Situação' }).click()
  await page.getByRole('checkbox', { name: 'Paga', exact: true }).check()
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await page.getByRole('button', { name: 'Período' }).click()
  await page.getByRole('button', { name: 'Últimos 7 dias' }).click()
  await page.getByText('UTC', { exact: true }).first().click()
  const list = await shown(page)
  expect(list.rows).toBeGreaterThan(0)

  await page.getByRole('table', { name: 'Cobranças' }).getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Composição do valor' })).toBeVisible()
  const opened = page.url()
  await page.goBack()
  await expect.poll(() => shown(page)).toEqual(list)
  await page.reload()
  await expect.poll(() => shown(page)).toEqual(list)
  await page.goForward()
  await expect(page.getByRole('region', { name: 'Composição do valor' })).toBeVisible()
  expect(page.url()).toBe(opened)

  const copied = await context.newPage()
  await copied.goto(list.url)
  await expect.poll(() => shown(copied)).toEqual(list)
})

/** What a person sees of the list: where they are, which filters are set, how many rows, and the first one's time. */
async function shown(page: Page): Promise<{ url: string; filters: string[]; rows: number; time: string }> {
  const table = page.getByRole('table', { name: 'Cobranças' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  return {
    url: page.url(),
    filters: await page.getByRole('search').getByRole('button').allInnerTexts(),
    rows: await table.getByRole('row').count(),
    time: await table.locator('time').first().innerText(),
  }
}
