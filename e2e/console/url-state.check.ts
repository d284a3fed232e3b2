import { expect, test, type Page } from '@playwright/test'
import { openWindow } from '../support/open-window.ts'
import { navigate } from '../support/routes.ts'
import { readDemo } from '../support/stack.ts'
import { openConsole } from '../support/sessions.ts'
import { openPage } from '../support/staff.ts'

/** A page and actions on it. The URL must contain the result of the actions: filters, a period, an opened detail. */
interface UrlStateCase {
  name: string
  /** The page's name in the main navigation. */
  from: string
  apply: (page: Page) => Promise<unknown>
}

const press = async (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

const choose = async (page: Page, name: string, option: string) =>
  page.getByRole('main').getByRole('combobox', { name, exact: true }).selectOption(option)

const selectRadio = async (page: Page, name: string, option: string) =>
  page.getByRole('radiogroup', { name, exact: true }).getByText(option, { exact: true }).click()

async function lastDays(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Período/ })
    .click()
  await page.getByRole('button', { name: 'Últimos 7 dias' }).click()
}

const rows = (page: Page) => page.getByRole('main').locator('[data-opens="true"]')

async function openFirst(page: Page): Promise<void> {
  await rows(page).first().getByRole('link').first().click()
}

const SUPPORT_CASES: readonly UrlStateCase[] = [
  {
    name: 'charges',
    from: 'Cobranças',
    async apply(page) {
      await press(page, 'Situação')
      await page.getByRole('checkbox', { name: 'Paga', exact: true }).check()
      await page.getByRole('button', { name: 'Aplicar' }).click()
      await lastDays(page)
    },
  },
  {
    name: 'a charge',
    from: 'Cobranças',
    async apply(page) {
      // Opens an expired charge, because it does not change during the test.
      await rows(page).filter({ hasText: 'Expirada' }).first().getByRole('link').click()
      await expect(page.getByRole('region', { name: 'Composição do valor' })).toBeVisible()
    },
  },
  {
    name: 'cases',
    from: 'Casos',
    async apply(page) {
      await selectRadio(page, 'Situação', 'Devolvido')
      await choose(page, 'Tipo', 'Devolução')
      await expect(rows(page).first()).toBeVisible()
    },
  },
  {
    name: 'the deliveries of an endpoint and an open delivery',
    from: 'Webhooks',
    async apply(page) {
      await openFirst(page)
      await choose(page, 'Situação', 'Entregue')
      await choose(page, 'Evento', 'charge.paid')
      await lastDays(page)
      await openFirst(page)
      await expect(page.getByRole('dialog', { name: 'Entrega' })).toContainText('Tentativa 1')
    },
  },
  {
    name: 'audit',
    from: 'Auditoria',
    async apply(page) {
      await choose(page, 'Ação', 'Entrou')
      await lastDays(page)
    },
  },
]

const FINANCE_CASES: readonly UrlStateCase[] = [
  {
    name: 'payouts',
    from: 'Repasses',
    async apply(page) {
      await selectRadio(page, 'Situação', 'Pago')
      await press(page, 'Pago em')
      await page.getByRole('button', { name: 'Últimos 7 dias' }).click()
    },
  },
  {
    name: 'the balance of a day and a range of its chart',
    from: 'Saldo',
    async apply(page) {
      const chart = page.getByRole('region', { name: 'Evolução do saldo' }).getByRole('img')
      await chart.scrollIntoViewIfNeeded()
      const { x, y, width } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0 }
      await page.mouse.move(x + width / 2, y + 20)
      await page.mouse.down()
      await page.mouse.move(x + width - 2, y + 20, { steps: 4 })
      await page.mouse.up()
      await expect(page).toHaveURL(/range=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d/)
      await press(page, 'Posição no fim de outro dia')
      await page.getByRole('dialog').getByRole('button', { name: /^\d+ / }).first().click()
      await expect(page).toHaveURL(/[?&]day=/)
    },
  },
  {
    name: 'the statement of a position',
    from: 'Saldo',
    async apply(page) {
      await page.getByRole('main').getByRole('link', { name: 'Reserva contratual' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Extrato' })).toBeVisible()
      await lastDays(page)
    },
  },
  {
    name: 'reconciliation exceptions',
    from: 'Conciliação',
    apply: (page) => selectRadio(page, 'Situação', 'Encerradas'),
  },
]

for (const [title, cases] of [
  ['pages of support', SUPPORT_CASES],
  ['pages of finance', FINANCE_CASES],
] as const)
  test(`back, reload and a copied link show the same filters, period, rows, detail and time zone: ${title}`, async ({
    page,
  }) => {
    await openConsole(page)
    await expectUrlState(page, await openWindow(page), cases)
  })

test('unknown and invalid search parameters are ignored', async ({ page }) => {
  const { url } = readDemo().console
  await openConsole(page)
  const reference = await openWindow(page)
  await reference.goto(url)
  for (const path of [
    '/payouts?state=burnt',
    '/statement?position=pocket&range=soon',
    '/balance?day=yesterday',
  ]) {
    await navigate(reference, path.split('?')[0] ?? '')
    await page.goto(new URL(`${path}&zone=Mars&color=red`, url).href)
    await expectSameState(page, reference, { url: '' })
  }
})

async function expectUrlState(page: Page, copied: Page, cases: readonly UrlStateCase[]): Promise<void> {
  await page.getByRole('banner').getByText('UTC', { exact: true }).click()
  await expect(page).toHaveURL(/zone=UTC/)
  for (const { name, from, apply } of cases)
    await test.step(name, async () => {
      await openPage(page, from)
      const before = page.url()
      await apply(page)
      await expect(page).not.toHaveURL(before)
      const address = page.url()

      await copied.goto(address)
      await expectSameState(page, copied)
      await page.reload()
      await expectSameState(page, copied)
      await navigate(page, '/roles')
      await expect(page.getByRole('heading', { level: 1, name: 'Perfis' })).toBeVisible()
      await page.goBack()
      await expectSameState(page, copied)
      expect(page.url()).toBe(address)
      await page.keyboard.press('Escape')
    })
}

async function expectSameState(one: Page, other: Page, ignored: Partial<PageState> = {}): Promise<void> {
  await expect(async () => {
    expect({ ...(await pageState(one)), ...ignored }).toEqual({ ...(await pageState(other)), ...ignored })
  }).toPass()
}

/** The visible content of a page: title, filters, listed rows and times, and the open detail. */
interface PageState {
  url: string
  title: string
  filters: string[]
  chosen: string[]
  rows: number
  times: string[]
  opened: string[]
}

async function pageState(page: Page): Promise<PageState> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Carregando' })).toHaveCount(0)
  const filters = await page.locator('main [data-set]').allInnerTexts()
  const opened = await page.locator('[role=dialog] h2, [role=dialog] time').allInnerTexts()
  const listed = await page.evaluate(() => ({
    chosen: Array.from(
      document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
        'main select, input[type=radio]:checked',
      ),
      ({ value }) => value,
    ),
    rows: document.querySelectorAll('main tbody tr').length,
    times: Array.from(document.querySelectorAll<HTMLElement>('main tbody time'), (time) => time.innerText),
  }))
  return { url: page.url(), title: await page.title(), filters, opened: opened.slice(0, 2), ...listed }
}

test('the page of a malformed or unknown id says which kind of record was not found', async ({ page }) => {
  await openConsole(page)
  for (const [path, title] of [
    ['/charges', 'Cobrança não encontrada'],
    ['/cases', 'Caso não encontrado'],
    ['/payouts', 'Repasse não encontrado'],
    ['/webhooks', 'Endpoint não encontrado'],
    ['/audit', 'Registro não encontrado'],
  ] as const)
    for (const id of ['nada', '01890000-0000-7000-8000-00000000000f']) {
      await navigate(page, `${path}/${id}`)
      await expect(page.getByRole('main').getByText(title)).toBeVisible()
    }
})
