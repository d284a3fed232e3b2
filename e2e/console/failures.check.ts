import { expect, test, type Page } from '@playwright/test'
import { readDemo } from '../support/stack.ts'
import { openConsole } from '../support/sessions.ts'
import { openPage } from '../support/staff.ts'
import { operationOf } from '../support/operations.ts'
import { navigate } from '../support/routes.ts'
import { forPageContent, respondError } from '../support/states.ts'

test('the copy-link button, a copy button and the shortcut C report when the browser refuses to copy', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('Denied.', 'NotAllowedError')) },
    })
  })
  await openConsole(page, 'admin', '/charges')
  await page.getByRole('button', { name: 'Copiar o link, com os dias fixos' }).click()
  await expectRefusedCopy(page)
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Linha do tempo' })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Copiar/ })
    .first()
    .click()
  await expectRefusedCopy(page)
  await page.keyboard.press('c')
  await expectRefusedCopy(page)
})

/** Asserts that a notification says that copying failed, and closes the notification. */
async function expectRefusedCopy(page: Page): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: 'Não foi possível copiar' })
  await expect(notice).toHaveCount(1)
  await expect(page.getByText(/^Copiado/)).toHaveCount(0)
  await notice.getByRole('button', { name: 'Fechar' }).click()
  await expect(notice).toHaveCount(0)
}

test('the error page of a charge names the charge', async ({ page }) => {
  await openConsole(page)
  await page.route('**/graphql', forPageContent(respondError('INTERNAL_ERROR')))
  const id = '019a9f3e-6d1b-7c52-9c3a-5f0d8e21b774'
  await navigate(page, `/charges/${id}`)
  await expect(
    page.getByRole('heading', { level: 1, name: `Não foi possível carregar: Cobrança ${id}` }),
  ).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a page names the cells (databases) that did not answer, until they answer again', async ({ page }) => {
  await openConsole(page, 'admin', '/charges')
  await expect(page.getByRole('table')).toBeVisible()
  const note = page.getByRole('note').filter({ hasText: 'A célula b não respondeu' })
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch()
    const answer: object = await response.json()
    const isList = operationOf(route.request()) === 'Charges'
    await route.fulfill({
      response,
      json: isList ? { ...answer, extensions: { missing_cells: ['b'] } } : answer,
    })
  })
  // The page refetches the list at an interval, so the note appears without any action.
  await expect(note).toBeVisible()
  await expect(note).toContainText('Faltam lojistas nesta página')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(note).toBeHidden()
})

test('when a JavaScript chunk cannot be loaded, the console offers to reload the page', async ({ page }) => {
  await openConsole(page)
  await page.route('**/assets/Calendar-*.js', (route) => route.abort())
  await openPage(page, 'Cobranças')
  await page.getByRole('button', { name: /^Período/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('Não foi possível carregar')
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Recarregar a página' }).click()
  await page.getByRole('button', { name: /^Período/ }).click()
  await expect(dialog.getByRole('table').first()).toBeVisible()

  await page.route('**/assets/BalancePage-*.js', (route) => route.abort())
  // After the first failure the router reloads the page once, because a deployment may have replaced the chunks.
  const reloaded = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Saldo' }).click()
  await reloaded
  await expect(page.getByRole('button', { name: 'Recarregar a página' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Recarregar a página' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Saldo' })).toBeVisible()
})

test('the first mouse movement loads the scripts of the command palette and the sign-in dialog', async ({
  page,
}) => {
  await openConsole(page)
  const scripts = recordScripts(page)
  await page.mouse.move(100, 100)
  await expect.poll(() => scripts.started.some((url) => url.includes('/assets/Challenges-'))).toBe(true)
  await expect.poll(() => scripts.started.filter((url) => !scripts.ended.includes(url))).toEqual([])

  await page.route('**/assets/**', (route) => route.abort())
  await page.context().clearCookies()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('pedido')
  await expect(page.getByRole('dialog', { name: 'Sua sessão terminou' })).toBeVisible()
})

const isScript = (url: string): boolean => url.includes('/assets/')

/** Records the addresses of the scripts and styles that the page starts to load and has loaded from now on. */
function recordScripts(page: Page): Record<'started' | 'ended', string[]> {
  const scripts = { started: new Array<string>(), ended: new Array<string>() }
  page.on('request', (request) => isScript(request.url()) && scripts.started.push(request.url()))
  page.on('requestfinished', (request) => isScript(request.url()) && scripts.ended.push(request.url()))
  return scripts
}

test('when the list of merchants cannot be loaded, the rest of the console works and a button loads the list again', async ({
  page,
}) => {
  await openConsole(page)
  await page.route('**/graphql', (route) =>
    operationOf(route.request()) === 'Merchants'
      ? respondError('INTERNAL_SERVER_ERROR')(route)
      : route.fallback(),
  )
  await page.goto(new URL('/charges', readDemo().console.url).href)
  await expect(page.getByRole('heading', { level: 1, name: 'Cobranças' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Navegação principal' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Cobranças' }).getByRole('row').nth(1)).toBeVisible()
  const reloadButton = page.getByRole('button', { name: 'Recarregar a lista de lojistas' })
  await expect(reloadButton).toBeVisible()
  await page.unrouteAll()
  await reloadButton.click()
  await expect(reloadButton).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Lojista' }).click()
  await expect(page.getByRole('option', { name: 'Torrefação Boa Vista' })).toBeVisible()
})

test('when code outside the pages throws, the console shows an error and a button to reload', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'matchMedia', {
      value: () => {
        throw new Error('no media queries')
      },
    })
  })
  await page.goto(readDemo().console.url)
  await expect(page.getByRole('alert')).toContainText('O console parou de funcionar')
  await expect(page.getByRole('button', { name: 'Recarregar a página' })).toBeVisible()
})

test('a page whose list the server refuses to read shows no actions', async ({ page }) => {
  const keys = `/api-keys?merchant=${readDemo().gateway_id}`
  await openConsole(page, 'admin', keys)
  const actions = page.getByRole('main').getByRole('button', { name: /^(Criar chave|Convidar)$/ })
  await expect(actions).toBeVisible()
  await page.route('**/graphql', forPageContent(respondError('FORBIDDEN')))
  for (const path of [keys, '/users']) {
    await page.goto(new URL(path, readDemo().console.url).href)
    await expect(page.getByText('Seu perfil não tem acesso').first()).toBeVisible()
    await expect(actions).toBeHidden()
  }
})
