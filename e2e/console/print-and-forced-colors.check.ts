import { expect, test } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { navigate } from '../support/routes.ts'
import { openConsole } from '../support/sessions.ts'
import { readDemo } from '../support/stack.ts'
import { openPage } from '../support/staff.ts'

test('a statement printed in the dark scheme has a white background and shows merchant, period and time zone, but no menu', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openConsole(page, 'admin', `/statement?merchant=${readDemo().gateway_id}&range=30d`)
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await expect(page.getByText('Horários no fuso São Paulo')).toBeHidden()

  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Exportar' })).toBeHidden()
  for (const text of ['Torrefação Boa Vista', 'Últimos 30 dias', 'Horários no fuso São Paulo'])
    await expect(page.getByText(text, { exact: true }).filter({ visible: true })).toHaveCount(1)
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expectAccessible(page, 'the statement on paper')
})

test('a printed list names the chosen merchant or says that it lists all merchants', async ({ page }) => {
  await openConsole(page)
  const ownerNote = (name: string) =>
    page.getByRole('main').getByRole('paragraph').getByText(name, { exact: true })
  for (const list of ['Cobranças', 'Casos', 'Repasses']) {
    await openPage(page, list)
    await expect(ownerNote('Torrefação Boa Vista')).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(ownerNote('Torrefação Boa Vista')).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  }
  await openPage(page, 'Chaves de API')
  await expect(ownerNote('Torrefação Boa Vista')).toBeVisible()
  await page.goto(new URL('/charges?merchant=all', page.url()).href)
  await page.emulateMedia({ media: 'print' })
  await expect(ownerNote('Todos os lojistas')).toBeVisible()
})

test('on a narrow screen an API key shows its last use and expiry', async ({ page }) => {
  await openConsole(page, 'admin', '/api-keys')
  await page.setViewportSize({ width: 390, height: 844 })
  const list = page.getByRole('region', { name: 'Chaves de API' })
  await expect(list).toContainText(/Último uso: .+Expira em: ./s, { useInnerText: true })
})

test('with forced colors, borders mark the selected elements and disabled buttons have their own colour', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openConsole(page, 'auditor', '/cases')
  const currentLink = page.getByRole('navigation').getByRole('link', { name: 'Casos' })
  await expect(currentLink).toHaveCSS('border-left-width', '4px')
  await expect(page.locator('.mantine-SegmentedControl-indicator').first()).toHaveCSS(
    'border-top-width',
    '2px',
  )

  await page.keyboard.press('Control+k')
  const chosen = page.getByRole('dialog').getByRole('option', { selected: true })
  await expect(chosen).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Escape')

  await openPage(page, 'Chaves de API')
  const disabledButton = page.getByRole('button', { name: 'Criar chave' })
  const enabledButton = page.getByRole('button', { name: 'Encontrar qualquer coisa' })
  const colourOf = (button: typeof disabledButton) =>
    button.evaluate((element) => getComputedStyle(element).color)
  expect(await colourOf(disabledButton)).not.toBe(await colourOf(enabledButton))
})

test('the placeholders of a list that loads do not move under prefers-reduced-motion', async ({ page }) => {
  await openConsole(page, 'admin', '/account/preferences')
  // Leaves every request unanswered, so that the list stays in its loading state.
  await page.route('**/graphql', () => Promise.resolve())
  await navigate(page, '/payouts')
  const main = page.getByRole('main')
  await expect(main.getByRole('status', { name: 'Carregando' }).first()).toBeVisible()
  const animations = () => main.evaluate((element) => element.getAnimations({ subtree: true }).length)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await animations()).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await animations()).toBe(0)
})
