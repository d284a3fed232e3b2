import { mkdirSync, readFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { charges } from './charges.ts'
import { merchants } from './data.ts'
import { ENDPOINTS } from './deliveries.ts'
import { startStandIn } from './stand-in.ts'

/**
 * Takes a picture of every page in both schemes and at two widths, into the folder given. Ends with 1 when a page
 * broke its Content-Security-Policy, threw, or is wider than its window.
 */

const OUT = process.argv[2] ?? `${import.meta.dirname}/../dist-screenshots`
const ONLY = process.argv[3]
/** Auditing takes long: once for each scheme is enough. */
let audited = false
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

const merchant = merchants[0]?.id ?? ''
const chargeOf = (status: string) => charges.find((charge) => charge.status === status)?.id ?? ''
const at = (path: string, search = '') => `${path}?merchant=${merchant}${search}`

type Act = (page: Page) => Promise<void>
type Shot = { name: string; path: string; act?: Act }

const SHOTS: Shot[] = [
  { name: 'charges', path: '/charges?merchant=all' },
  { name: 'charges-filtered', path: '/charges?merchant=all&status=paid,refunded&range=7d&min=1000&order=x' },
  {
    name: 'charges-period',
    path: '/charges?merchant=all',
    act: async (page) => page.getByRole('button', { name: 'Período' }).click(),
  },
  { name: 'charge-pending', path: at(`/charges/${chargeOf('pending')}`) },
  { name: 'charge-paid', path: at(`/charges/${charges[4]?.id}`) },
  { name: 'charge-refunded', path: at(`/charges/${chargeOf('partially_refunded')}`) },
  { name: 'charge-failed', path: at(`/charges/${chargeOf('failed')}`) },
  { name: 'balance', path: at('/balance') },
  { name: 'balance-error', path: `/balance?merchant=${merchants[1]?.id}` },
  { name: 'choose-merchant', path: '/balance?merchant=all' },
  { name: 'statement', path: at('/statement') },
  { name: 'statement-none', path: at('/statement', '&range=2020-01-01..2020-01-02') },
  { name: 'webhooks', path: at('/webhooks') },
  { name: 'webhooks-empty', path: `/webhooks?merchant=${merchants[2]?.id}` },
  {
    name: 'webhook-register',
    path: at('/webhooks'),
    act: async (page) => page.getByRole('button', { name: 'Registrar endpoint' }).click(),
  },
  { name: 'endpoint', path: at(`/webhooks/${ENDPOINTS[1]?.id}`) },
  {
    name: 'endpoint-delivery',
    path: at(`/webhooks/${ENDPOINTS[1]?.id}`),
    act: async (page) => page.getByRole('link', { name: 'charge.paid' }).first().click(),
  },
  { name: 'api-keys', path: at('/api-keys') },
  {
    name: 'api-key-create',
    path: at('/api-keys'),
    act: async (page) => page.getByRole('button', { name: 'Criar chave' }).click(),
  },
  {
    name: 'api-key-shown',
    path: at('/api-keys'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Criar chave' }).click()
      await page.getByRole('textbox', { name: 'Nome' }).fill('ERP produção 2')
      await page.getByRole('button', { name: 'Todos os escopos' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Criar chave' }).click()
      await page.getByRole('dialog', { name: 'Guarde a chave de API' }).waitFor()
    },
  },
  {
    name: 'account',
    path: '/charges?merchant=all',
    act: async (page) => page.getByRole('button', { name: /Conta de/ }).click(),
  },
  { name: 'not-found', path: at('/nowhere') },
]

const { url, close } = await startStandIn()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS })
const faults: string[] = []
mkdirSync(OUT, { recursive: true })

const AXE = readFileSync(`${import.meta.dirname}/../node_modules/axe-core/axe.min.js`, 'utf8')

/** What axe finds against WCAG 2.2 AA. */
async function audit(page: Page, name: string): Promise<void> {
  await page.evaluate(AXE)
  const found: unknown = await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, any }) =>
        html.slice(0, 160) + ' ' + (any[0]?.message ?? '')).join(' | ')))`,
  )
  if (Array.isArray(found)) for (const fault of found) faults.push(`${name}: ${String(fault)}`)
}

async function fits(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (wide > 0) faults.push(`${name}: ${wide} px wider than its window`)
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('E-mail').fill('ana.ribeiro@example.com')
  await page.getByRole('textbox', { name: 'Senha' }).fill('correct')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor()
}

async function picture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.getByRole('status', { name: 'Carregando' }).first().waitFor({ state: 'detached' })
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  )
  if (audited) await audit(page, name)
  await fits(page, name)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const { width } = page.viewportSize() ?? { width: 1280 }
  const clip = { x: 0, y: 0, width, height: Math.min(height, 1700) }
  await page.screenshot({ path: `${OUT}/${name}.png`, fullPage: true, clip })
}

for (const scheme of ['light', 'dark'] as const)
  for (const width of [1280, 390]) {
    const context = await browser.newContext({
      viewport: { width, height: width > 600 ? 860 : 844 },
      colorScheme: scheme,
    })
    audited = width === 1280
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        faults.push(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
    page.on('request', (request) => {
      if (!request.url().startsWith(url)) faults.push(`left its origin: ${request.url()}`)
    })
    await page.goto(`${url}/sign-in`)
    if (ONLY === undefined || ONLY === 'sign-in') await picture(page, `sign-in-${scheme}-${width}`)
    await signIn(page)
    for (const { name, path, act } of SHOTS.filter(
      (shot) => ONLY === undefined || shot.name.startsWith(ONLY),
    )) {
      await page.goto(url + path)
      await page.waitForLoadState('networkidle')
      await act?.(page)
      await picture(page, `${name}-${scheme}-${width}`)
    }
    await context.close()
  }

/** 200 % zoom of 1280 px, and the narrowest width WCAG asks for: nothing may need sideways scrolling. */
for (const width of [640, 320]) {
  const page = await browser.newPage({ viewport: { width, height: 800 } })
  await signIn(page)
  for (const { name, path } of SHOTS.filter((shot) => shot.act === undefined)) {
    await page.goto(url + path)
    await page.waitForLoadState('networkidle')
    await fits(page, `${name} at ${width}`)
  }
  await page.close()
}

await browser.close()
close()
process.stdout.write(`${[...new Set(faults)].join('\n')}\n${faults.length} faults\n`)
process.exitCode = faults.length > 0 ? 1 : 0
