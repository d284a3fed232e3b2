import type { Page, Route } from '@playwright/test'
import { operationOf } from './operations.ts'
import { submitCode, submitPassword, createStaff } from './staff.ts'

/** A state of a page that gets its own screenshot. */
export interface State {
  name: string
  address: string
  /** Operates the opened page until it shows the state. */
  prepare?: (page: Page) => Promise<unknown>
  /** Answers the page's GraphQL requests in place of the server. */
  respond?: (route: Route) => Promise<unknown>
}

/** GraphQL operations of the layout that every page shares. */
const LAYOUT_OPERATIONS = /^(Me|Merchants|SavedViews|Proved)$/

/**
 * Returns a route handler that answers the operations of the page content with `respond`. The server answers the
 * operations of the layout.
 */
export const forPageContent = (respond: (route: Route) => Promise<unknown>) => (route: Route) =>
  LAYOUT_OPERATIONS.test(operationOf(route.request())) ? route.continue() : respond(route)

export const CORRELATION = '019a9f3e-6d1b-7c52-9c3a-5f0d8e21b774'

const respondJson = (body: object) => (route: Route) =>
  route.fulfill({ json: body, headers: { 'x-correlation-id': CORRELATION } })

/** Returns a route handler that answers every request with this error code. */
export const respondError = (code: string) =>
  respondJson({ data: null, errors: [{ message: '', extensions: { code, correlation_id: CORRELATION } }] })

const respondErrorToContent = (code: string) => forPageContent(respondError(code))

/** Answers with the server's response after emptying all its arrays. */
export async function respondEmpty(route: Route): Promise<void> {
  const response = await route.fetch()
  const text = JSON.stringify(await response.json(), (_name, value: unknown) =>
    Array.isArray(value) ? [] : value,
  )
  await route.fulfill({ response, body: text })
}

const neverRespond = forPageContent(() => new Promise(() => undefined))

const press = (name: RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click()

/** Waits until the script of the opened form has loaded. */
const untilForm = (page: Page) => page.getByRole('dialog').locator('form').waitFor({ timeout: 5_000 })

const searchFor = (text: string) => async (page: Page) => {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill(text)
  await palette
    .getByText(/Nada foi encontrado|Nothing was found/)
    .or(page.getByRole('option').first())
    .waitFor()
}

const MANY_FILTERS =
  'status=paid,refunded,expired,cancelled&range=2026-11-01..2026-11-20&min=100&max=123456789012'
const NO_MATCH_FILTERS =
  'order=um-pedido-que-nao-existe-em-lugar-nenhum-0001&q=Ninguem+Com+Este+Nome&mark=late'

/** Paths of the pages that show a list. */
export const LISTS = [
  'charges',
  'cases',
  'payouts',
  'statement',
  'reconciliation',
  'merchants',
  'webhooks',
  'webhooks/replays',
  'api-keys',
  'users',
  'audit',
]

const listStates = (how: string, search: string, more: Pick<State, 'respond' | 'prepare'> = {}): State[] =>
  LISTS.map((path) => ({
    name: `${path.replace('/', '-')}-${how}`,
    address: `/${path}${search}`,
    ...more,
  }))

/** The sentence of a refused page about roles. The console loads this sentence after the rest of the page. */
const ACCESS_HELP = /Seu perfil é|Your role is/

/**
 * Returns the states of pages for a person who is signed in. `other` is a merchant without data. The command palette
 * searches for `endToEndId`.
 */
export function pageStates({
  charge,
  endpoint,
  other,
  endToEndId,
}: Record<'charge' | 'endpoint' | 'other' | 'endToEndId', string>): State[] {
  const replay = `${endpoint}${endpoint.includes('?') ? '&' : '?'}do=replay`
  return [
    { name: 'palette', address: '/', prepare: (page) => page.keyboard.press('Control+k') },
    { name: 'palette-found', address: '/', prepare: searchFor('pedido') },
    { name: 'palette-found-end-to-end', address: '/', prepare: searchFor(endToEndId) },
    { name: 'palette-found-amount', address: '/', prepare: searchFor('R$ 52,00') },
    { name: 'palette-nothing', address: '/', prepare: searchFor('zzzzzz') },
    {
      name: 'account-menu',
      address: '/',
      prepare: (page) => page.getByRole('button', { name: /^(Conta de|Account of)/ }).click(),
    },
    { name: 'shortcuts', address: '/', prepare: (page) => page.keyboard.press('?') },
    { name: 'charges-all', address: '/charges?merchant=all' },
    { name: 'webhooks-all', address: '/webhooks?merchant=all' },
    { name: 'balance-choose', address: '/balance?merchant=all' },
    { name: 'charges-filtered', address: `/charges?${MANY_FILTERS}` },
    { name: 'charges-no-match', address: `/charges?${MANY_FILTERS}&${NO_MATCH_FILTERS}` },
    { name: 'charges-status', address: '/charges', prepare: press(/^(Situação|Status)/) },
    { name: 'charges-period', address: '/charges', prepare: press(/^(Período|Period)/) },
    { name: 'charges-amount', address: '/charges', prepare: press(/^(Valor|Amount)/) },
    { name: 'charges-views', address: '/charges', prepare: press(/^(Visões|Views)/) },
    {
      name: 'charges-export',
      address: '/charges',
      prepare: async (page) => {
        await press(/^(Exportar|Export)/)(page)
        await untilForm(page)
      },
    },
    { name: 'api-keys-create', address: '/api-keys?do=create', prepare: untilForm },
    { name: 'webhooks-register', address: '/webhooks?do=register', prepare: untilForm },
    { name: 'payouts-record', address: '/payouts?do=record', prepare: untilForm },
    { name: 'users-invite', address: '/users?do=invite', prepare: untilForm },
    { name: 'endpoint-replay', address: replay, prepare: untilForm },
    { name: 'charge-refund', address: charge, prepare: press(/^(Devolver|Refund)$/) },
    { name: 'charge-dispute', address: charge, prepare: press(/^(Abrir contestação|Open dispute)/) },
    { name: 'charge-attempts', address: charge, prepare: press(/^(Entrega para|Delivery to)/) },
    {
      name: 'endpoint-delivery',
      address: endpoint,
      prepare: (page) => page.locator('main [data-opens="true"] a').first().click(),
    },
    {
      name: 'balance-table',
      address: '/balance',
      prepare: (page) => page.getByText(/^(Tabela|Table)$/).click(),
    },
    { name: 'charge-error', address: charge, respond: respondErrorToContent('INTERNAL_ERROR') },
    { name: 'charge-loading', address: charge, respond: neverRespond },
    { name: 'session-over', address: '/charges', respond: respondErrorToContent('UNAUTHENTICATED') },
    { name: 'step-up', address: '/charges', respond: respondErrorToContent('STEP_UP_REQUIRED') },
    ...listStates('empty', `?merchant=${other}`),
    ...listStates('loading', '', { respond: neverRespond }),
    ...listStates('error', '', { respond: respondErrorToContent('INTERNAL_ERROR') }),
    ...listStates('refused', '', {
      respond: respondErrorToContent('FORBIDDEN'),
      prepare: (page) => page.getByText(ACCESS_HELP).first().waitFor({ timeout: 5_000 }),
    }),
  ]
}

const OFFER = {
  email: 'rita@exemplo.com.br',
  name: 'Rita Souza',
  role: 'support',
  expiresAt: '2026-12-01T12:00:00.000Z',
}

const startEnrolment = async (page: Page) => {
  await submitPassword(page.locator('body'), await createStaff('finance', { app: false }))
  return (await page.getByText(/^[A-Z2-7]{32}$/).innerText()).trim()
}

/** The states of the sign-in pages. */
export const SIGN_IN_STATES: State[] = [
  {
    name: 'sign-in-refused',
    address: '/sign-in',
    async prepare(page) {
      const nobody = { email: 'ninguem@exemplo.com.br', password: 'errada', secret: undefined }
      await submitPassword(page.locator('body'), nobody)
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'sign-in-ended', address: '/sign-in?ended=1&redirect=/charges' },
  {
    name: 'sign-in-code',
    address: '/sign-in',
    async prepare(page) {
      await submitPassword(page.locator('body'), await createStaff('admin'))
      await page.getByLabel(/^(Código|Code)/).waitFor()
    },
  },
  { name: 'sign-in-enrol', address: '/sign-in', prepare: startEnrolment },
  {
    name: 'sign-in-recovery-codes',
    address: '/sign-in',
    prepare: async (page) => submitCode(page.locator('body'), await startEnrolment(page)),
  },
  {
    name: 'invitation-offer',
    address: '/invitation#x',
    respond: respondJson({ data: { invitation: OFFER } }),
  },
]
