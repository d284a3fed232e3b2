import { expect, test } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { openPage, signIn, createStaff } from '../support/staff.ts'

test('a statement is printed dark on white whatever the scheme, with its merchant, period and zone, and nothing to press', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page)
  await openPage(page, 'Extrato')
  await page.goto(`${page.url()}&range=30d`)
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await expect(page.getByText('Horários no fuso São Paulo')).toBeHidden()

  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Exportar' })).toBeHidden()
  for (const told of ['Torrefação Boa Vista', 'Últimos 30 dias', 'Horários no fuso São Paulo'])
    await expect(page.getByText(told, { exact: true }).filter({ visible: true })).toHaveCount(1)
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expectAccessible(page, 'the statement on paper')
})

test('a list on paper says whose it is: of one merchant, or of all', async ({ page }) => {
  await signIn(page)
  const whose = (name: string) =>
    page.getByRole('main').getByRole('paragraph').getByText(name, { exact: true })
  for (const list of ['Cobranças', 'Casos', 'Repasses', 'Chaves de API']) {
    await openPage(page, list)
    await expect(whose('Torrefação Boa Vista')).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(whose('Torrefação Boa Vista')).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  }
  await page.goto(new URL('/charges?merchant=all', page.url()).href)
  await page.emulateMedia({ media: 'print' })
  await expect(whose('Todos os lojistas')).toBeVisible()
})

test('on a narrow screen a key tells when it was used and when it ends, as in the table', async ({
  page,
}) => {
  await signIn(page)
  await openPage(page, 'Chaves de API')
  await page.setViewportSize({ width: 390, height: 844 })
  const list = page.getByRole('region', { name: 'Chaves de API' })
  await expect(list).toContainText(/Último uso: .+Expira em: ./s, { useInnerText: true })
})

test('in the colours of the reader, lines tell what is chosen and what cannot be pressed', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, await createStaff('auditor', { app: false }))
  await openPage(page, 'Casos')
  const here = page.getByRole('navigation').getByRole('link', { name: 'Casos' })
  await expect(here).toHaveCSS('border-left-width', '4px')
  await expect(page.locator('.mantine-SegmentedControl-indicator').first()).toHaveCSS(
    'border-top-width',
    '2px',
  )

  await page.keyboard.press('Control+k')
  const chosen = page.getByRole('dialog').getByRole('option', { selected: true })
  await expect(chosen).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Escape')

  await openPage(page, 'Chaves de API')
  const barred = page.getByRole('button', { name: 'Criar chave' })
  const cancel = page.getByRole('button', { name: 'Encontrar qualquer coisa' })
  const colourOf = (button: typeof barred) => button.evaluate((element) => getComputedStyle(element).color)
  expect(await colourOf(barred)).not.toBe(await colourOf(cancel))
})
