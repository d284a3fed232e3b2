import { expect, test, type Page } from '@playwright/test'
import { readDemo } from '../support/stack.ts'
import { openConsole } from '../support/sessions.ts'
import { openPage } from '../support/staff.ts'

test.use({ viewport: { width: 1280, height: 700 } })

test('on the page of charges, every element that Tab focuses is visible and has a focus indicator', async ({
  page,
}) => {
  await openConsole(page, 'admin', '/charges')
  await expect(rows(page).first()).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Ir para o conteúdo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const stops = await pressRepeatedly(page, 'Tab', 40)
  // Shift+Tab scrolls the page up, so the sticky header could cover the focused element.
  const back = await pressRepeatedly(page, 'Shift+Tab', 40)
  expect([...stops, ...back].filter(({ coveredBy }) => coveredBy !== '')).toEqual([])
  expect(stops.filter(({ hasIndicator }) => !hasIndicator).map(({ name }) => name)).toEqual([])
  const names = stops.map(({ name }) => name)
  expect(names.indexOf('Exportar')).toBeLessThan(names.indexOf('Visões'))
  expect(names.indexOf('Visões')).toBeLessThan(names.indexOf('Busca'))
  expect(await page.locator('[tabindex]:not([tabindex="0"], [tabindex="-1"])').count()).toBe(0)
})

test('single-key shortcuts navigate lists and pages, are listed in the help, and can be turned off', async ({
  page,
}) => {
  await openConsole(page)
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { level: 1, name: 'Cobranças' })).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  for (const [key, row] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect(rows(page).nth(row).getByRole('link').first()).toBeFocused()
  }
  const order = await rows(page).first().getByRole('link').first().innerText()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: order })).toBeVisible()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Atalhos do teclado' })
  await expect(help).toBeVisible()
  await help.getByRole('link', { name: 'Ligar ou desligar em Preferências' }).click()
  await expect(help).toBeHidden()

  const preferences = page.getByRole('heading', { level: 1, name: 'Preferências' })
  await expect(preferences).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Atalhos de uma tecla' }).getByText('Desligados').click()
  await preferences.click()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(preferences).toBeVisible()
  await expect(help).toBeHidden()
})

test('J and K move to the next and previous delivery in the drawer', async ({ page }) => {
  await openConsole(page, 'admin', `/webhooks?merchant=${readDemo().gateway_id}`)
  await page.getByRole('table', { name: 'Webhooks' }).getByRole('link').first().click()
  await page.getByRole('table', { name: 'Entregas' }).getByRole('link').first().click()
  const drawer = page.getByRole('dialog', { name: 'Entrega' })
  await expect(drawer).toContainText('Tentativa 1')
  const first = page.url()
  await page.keyboard.press('j')
  await expect(page).not.toHaveURL(first)
  await expect(drawer).toContainText('Tentativa 1')
  await page.keyboard.press('k')
  await expect(page).toHaveURL(first)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})

test('the command palette is a combobox: arrows select, Enter opens pages and actions, Escape restores the focus', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('console', (line) => {
    if (line.text().includes('Content Security Policy')) refused.push(line.text())
  })
  await openConsole(page, 'admin', '/merchants')
  const link = page.getByRole('link', { name: 'Lojistas' })
  await link.focus()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog').getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(link).toBeFocused()

  await page.keyboard.press('Control+k')
  await field.fill('cobrancas')
  const chosen = page.getByRole('option', { selected: true })
  await expect(chosen).toContainText('Cobranças')
  await expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? 'none')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Cobranças' })).toBeVisible()
  const order = await rows(page).first().getByRole('link').first().innerText()

  await page.keyboard.press('Control+k')
  await field.fill(order)
  await expect(chosen).toContainText(order)
  await expect(chosen).toContainText('Torrefação')
  await expect(page.getByRole('dialog')).toContainText('Busca em: Todos os lojistas')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toContainText(order)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: order })).toBeVisible()

  // The palette suggests the result that was opened last. For a typed text, the palette also offers a link to the list
  // of all matching charges.
  await page.keyboard.press('Control+k')
  await expect(chosen).toContainText(order)
  await field.fill(order)
  await page.getByRole('option', { name: /Todas as cobranças com.*Todos os lojistas/ }).click()
  await expect(page.getByRole('button', { name: `Busca ${order}` })).toBeVisible()
  await expect(page).toHaveURL(/merchant=all/)

  await page.keyboard.press('Control+k')
  await field.fill('nova chave')
  await expect(chosen).toContainText('Nova chave de API')
  await page.keyboard.press('Enter')
  // The link to all matching charges also selects all merchants. The page of API keys needs one merchant, so it asks
  // the person to choose one.
  await expect(page.getByRole('heading', { level: 1, name: /: escolha um lojista$/ })).toBeVisible()
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('dialog', { name: 'Criar chave de API' })).toBeVisible()
  expect(refused).toEqual([])
})

test('a dialog traps the focus and returns it to the button that opened the dialog', async ({ page }) => {
  await openConsole(page, 'admin', '/api-keys')
  const opener = page.getByRole('button', { name: 'Criar chave' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Criar chave de API' })
  await expect(dialog.getByLabel('Nome')).toBeFocused()
  for (const stop of await pressRepeatedly(page, 'Tab', 25)) expect(stop.modal, stop.name).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a refused form focuses its first field with an error, even if that field is a group of checkboxes', async ({
  page,
}) => {
  await openConsole(page, 'admin', '/api-keys')
  await page.getByRole('button', { name: 'Criar chave' }).click()
  const dialog = page.getByRole('dialog', { name: 'Criar chave de API' })
  const submit = dialog.getByRole('button', { name: 'Criar chave' })
  await submit.click()
  await expect(dialog.getByLabel('Nome')).toBeFocused()
  await dialog.getByLabel('Nome').fill('Sem escopo')
  await submit.click()
  await expect(dialog.getByText('Marque ao menos uma permissão')).toBeVisible()
  const first = dialog.getByRole('checkbox').first()
  await expect(first).toBeFocused()
  await page.keyboard.press('Space')
  await expect(first).toBeChecked()
  await expect(dialog.getByText('Marque ao menos uma permissão')).toHaveCount(0)
})

test('a dialog focuses its first field, also when the command palette opens the dialog', async ({ page }) => {
  await openConsole(page, 'admin', '/api-keys')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('registrar repasse')
  await page.keyboard.press('Enter')
  const payout = page.getByRole('dialog', { name: 'Registrar repasse feito' })
  await expect(payout.getByLabel('Valor', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')

  await openPage(page, 'Webhooks')
  await page.getByRole('main').getByRole('table').first().getByRole('link').first().click()
  await page.getByRole('button', { name: 'Reenviar em lote' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Desativar' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancelar' })).toBeFocused()
})

const rows = (page: Page) => page.getByRole('table', { name: 'Cobranças' }).locator('tbody tr')

/** The focused element: name, focus indicator, the element that covers it, and whether it is in a dialog. */
interface FocusStop {
  name: string
  hasIndicator: boolean
  coveredBy: string
  modal: boolean
}

async function pressRepeatedly(page: Page, key: string, steps: number): Promise<FocusStop[]> {
  const stops: FocusStop[] = []
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(key)
    stops.push(await page.evaluate(describeFocus))
  }
  return stops
}

function describeFocus(): FocusStop {
  const element = document.activeElement ?? document.body
  const name = element.getAttribute('aria-label') ?? (element.textContent ?? '').trim().slice(0, 60)
  const { outlineStyle, boxShadow } = getComputedStyle(element)
  // The input of a switch is invisible, so measure its parent element instead.
  const visibleElement = element.clientWidth > 1 ? element : (element.parentElement ?? element)
  const { x, y, width, height } = visibleElement.getBoundingClientRect()
  const atPoint = document.elementFromPoint(x + width / 2, y + Math.min(height / 2, 10))
  const topmost = atPoint?.closest('label')?.control ?? atPoint
  const cover =
    topmost === null || element.contains(topmost) || topmost.contains(element)
      ? ''
      : topmost.outerHTML.slice(0, 120)
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const isUnderHeader = element.closest('main > *') !== null && y < header - 1
  return {
    name,
    // A text field shows the focus by the colour of its border, which counts as a focus indicator.
    hasIndicator:
      element === document.body ||
      element instanceof HTMLInputElement ||
      outlineStyle !== 'none' ||
      boxShadow !== 'none',
    coveredBy:
      element === document.body
        ? ''
        : isUnderHeader
          ? `${name} under the header`
          : topmost === null
            ? `${name} is outside`
            : cover && `${name} under ${cover}`,
    modal: element.closest('[aria-modal="true"]') !== null,
  }
}
