import { randomUUID } from 'node:crypto'
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { z } from 'zod'
import { codeOf } from './authenticator.ts'
import { commandLine } from './command-line.ts'
import { Merchant } from './merchant.ts'
import { operationOf, sendOperation } from './operations.ts'
import { readDemo } from './stack.ts'

const CreatedUser = z.object({ email: z.string(), password: z.string(), totp_secret: z.string().optional() })

/** A member of staff. `secret` is the TOTP secret of the authenticator app; undefined without an app. */
export interface Person {
  email: string
  password: string
  secret: string | undefined
}

/**
 * Creates a member of staff with the command line. Most tests use the shared sessions of `openConsole` instead. A test
 * that signs in creates its own person, because the service accepts a TOTP code of a person only once.
 */
export async function createStaff(role: string, { app = true }: { app?: boolean } = {}): Promise<Person> {
  const email = `${role}-${randomUUID().slice(0, 8)}@exemplo.com.br`
  const args = ['console-user', 'create', '--email', email, '--role', role]
  const { password, totp_secret: secret } = CreatedUser.parse(
    await commandLine([...args, ...(app ? ['--totp'] : [])]),
  )
  return { email, password, secret }
}

/** Links a member of staff to the person's account at the identity provider, with the command line. */
export async function linkIdentity(
  { email }: Person,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<void> {
  await commandLine([
    'console-user',
    'link-identity',
    '--email',
    email,
    '--issuer',
    issuer,
    '--subject',
    subject,
  ])
}

/** Opens a path of the console and signs in with the sign-in form. Returns the person. */
export async function signInWithForm(page: Page, person: Person, path = '/'): Promise<Person> {
  await page.goto(new URL(path, readDemo().console.url).href)
  await submitPassword(page.locator('body'), person)
  if (person.secret !== undefined) await submitCode(page.locator('body'), person.secret)
  await expect(page.getByRole('heading', { level: 1, name: 'Início' })).toBeVisible()
  return person
}

/**
 * Signs in with requests to the server, because the sign-in form takes longer, and opens a page of the console. Returns
 * the person.
 */
export async function signIn(page: Page, person: Person, path = '/'): Promise<Person> {
  await authenticate(page.request, person)
  await openPath(page, path)
  return person
}

/** Signs a person in with requests to the server. `client` keeps the cookies of the session. */
export async function authenticate(
  client: APIRequestContext,
  { email, password, secret }: Person,
): Promise<void> {
  await sendOperation(client, 'SignIn', { email, password })
  if (secret !== undefined) await sendOperation(client, 'SignInWithCode', { code: codeOf(secret) })
}

/** Loads a page of the console for a person who is signed in. */
export async function openPath(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, readDemo().console.url).href)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

/** Submits e-mail and password on the sign-in page or in the sign-in dialog. */
export async function submitPassword(container: Locator, { email, password }: Person): Promise<void> {
  await container.getByLabel('E-mail').fill(email)
  await container.getByLabel('Senha', { exact: true }).fill(password)
  await container.getByRole('button', { name: 'Entrar' }).click()
}

/**
 * Submits a TOTP code at sign-in or in a step-up dialog. The code belongs to the current time step of 30 s, or to the
 * time step that is `steps` later.
 */
export async function submitCode(container: Locator, secret: string, steps = 0): Promise<void> {
  await container.getByLabel('Código').fill(codeOf(secret, steps))
  await container.getByRole('button', { name: 'Confirmar' }).click()
}

/** Opens a page with its link in the main navigation. */
export async function openPage(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Navegação principal' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** On the page of API keys, opens the form, selects every scope and submits it. */
export async function requestKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Criar chave' }).click()
  const form = page.getByRole('dialog', { name: 'Criar chave de API' })
  await form.getByLabel('Nome').fill(name)
  await form.getByRole('button', { name: 'Todas as permissões' }).click()
  await form.getByRole('button', { name: 'Criar chave' }).click()
}

/** Creates an API key with every scope. Returns the key, which the console shows only once. */
export async function createKey(page: Page, name: string): Promise<string> {
  await openPage(page, 'Chaves de API')
  await requestKey(page, name)
  const dialog = page.getByRole('dialog', { name: 'Guarde a chave de API' })
  const key = await dialog.getByLabel('chave de API', { exact: true }).innerText()
  await dialog.getByLabel('Já guardei em local seguro').check()
  await dialog.getByRole('button', { name: 'Concluir' }).click()
  await expect(page.getByRole('row', { name })).toContainText('Ativa')
  return key
}

/** Revokes an API key. */
export async function revokeKey(page: Page, name: string): Promise<void> {
  await openPage(page, 'Chaves de API')
  await page.getByRole('button', { name: `Revogar ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Revogar chave?' })
  await dialog.getByRole('button', { name: 'Revogar' }).click()
  await expect(page.getByRole('row', { name })).toContainText('Revogada')
}

/** Formats an amount as the console does, without rounding large amounts. */
export function formatReais(cents: bigint): string {
  const fraction = String(cents % 100n).padStart(2, '0')
  return `R$ ${(cents / 100n).toLocaleString('pt-BR')},${fraction}`
}

/** Searches for a text in the command palette and opens the first result. */
export async function openBySearch(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Encontrar qualquer coisa' }).click()
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill(text)
  await palette.getByRole('combobox').press('Enter')
  await expect(palette).toBeHidden()
}

/** Records a payout of R$ 10,00 to the selected merchant. */
export async function recordPayout(page: Page, reference: string): Promise<void> {
  const merchant = new Merchant(readDemo().api_key)
  // In a new stack, the demo payments are settled only after some time.
  await expect.poll(async () => BigInt((await merchant.balance()).available_cents)).toBeGreaterThan(1_000n)
  await openPage(page, 'Repasses')
  await page.getByRole('button', { name: 'Registrar repasse' }).click()
  const form = page.getByRole('dialog', { name: 'Registrar repasse feito' })
  await form.getByLabel('Valor', { exact: true }).fill('10,00')
  await form.getByLabel('Referência do banco').fill(reference)
  await fillReasonIfRequired(form)
  await form.getByRole('button', { name: /^Registrar/ }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: reference })).toContainText(formatReais(1_000n))
}

/**
 * Fills in the reason if the form requires one. The form requires a reason while payouts are suspended. The form shows
 * the balance and the reason field at the same time, so this function waits for the balance first.
 */
export async function fillReasonIfRequired(form: Locator): Promise<void> {
  await expect(form.getByText(/R\$\s\d/).first()).toBeVisible()
  const reason = form.getByLabel('Justificativa')
  if (await reason.isVisible()) await reason.fill('A transferência já foi feita')
}

/** In the form of a refund, chooses the full remaining amount and a reason. */
export async function chooseFullRefund(form: Locator): Promise<void> {
  await form.getByLabel(/^Tudo o que resta/).check()
  await form.getByLabel('Motivo').selectOption('requested_by_customer')
}

/** Clicks a button that opens a dialog, fills in the form in the dialog, and submits the form. */
export async function submitDialog(
  page: Page,
  name: string,
  fill: (form: Locator) => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  const form = page.getByRole('dialog')
  await fill(form)
  await form.locator('button[type=submit]').click()
  await expect(form).toBeHidden()
}

/** Returns a name that no other record of the stack has. */
export const uniqueName = (kind: string): string => `${kind} ${randomUUID().slice(0, 8)}`

/**
 * Asserts that the only note on the page of a reserved payout allows the transfer, although new payouts are suspended.
 */
export async function expectTransferAllowed(page: Page): Promise<void> {
  const reason = {
    code: 'reconciliation_difference',
    message: '',
    since: '2026-11-20T12:00:00Z',
    caseId: null,
  }
  await page.route('**/graphql', async (route) => {
    if (operationOf(route.request()) !== 'PayoutRoom') return route.fallback()
    const response = await route.fetch()
    const text = JSON.stringify(await response.json(), (name, value: unknown) =>
      name === 'suspensionReasons' ? [reason] : value,
    )
    return route.fulfill({ response, body: text })
  })
  await page.reload()
  const main = page.getByRole('main')
  await expect(main.getByRole('note')).toContainText('Pode transferir')
  await expect(main.getByRole('note')).toContainText(/Conta completa, na página do lojista: \S/)
  await expect(main.getByRole('link', { name: 'Ver divergências' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Registrar pagamento' })).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Detalhes' })).toContainText(/Pagamento registrado por\s*—/)
  await page.unrouteAll({ behavior: 'wait' })
}
