import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { z } from 'zod'
import { codeOf } from './authenticator.ts'
import { commandLine } from './command-line.ts'
import { Merchant } from './merchant.ts'
import { readDemo } from './stack.ts'

const Made = z.object({ email: z.string(), password: z.string(), totp_secret: z.string().optional() })

/** A person of the console; with an authenticator app when `secret` is there. */
export interface Person {
  email: string
  password: string
  secret: string | undefined
}

/** Has the operator take a person in by the command line. Each has codes of their own, for each counts once. */
export async function createStaff(role: string, { app = true }: { app?: boolean } = {}): Promise<Person> {
  const email = `${role}-${randomUUID().slice(0, 8)}@exemplo.com.br`
  const args = ['console-user', 'create', '--email', email, '--role', role]
  const { password, totp_secret: secret } = Made.parse(
    await commandLine([...args, ...(app ? ['--totp'] : [])]),
  )
  return { email, password, secret }
}

/** Has the operator tell the console whom a person is at the identity provider. */
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

/** Opens the console and signs in: as a new administrator, or as who is given. */
export async function signIn(page: Page, given?: Person): Promise<Person> {
  const person = given ?? (await createStaff('admin'))
  await page.goto(readDemo().console.url)
  await submitPassword(page.locator('body'), person)
  if (person.secret !== undefined) await submitCode(page.locator('body'), person.secret)
  await expect(page.getByRole('heading', { level: 1, name: 'Início' })).toBeVisible()
  return person
}

/** The first step of a sign-in, on its page or in its dialog. */
export async function submitPassword(place: Locator, { email, password }: Person): Promise<void> {
  await place.getByLabel('E-mail').fill(email)
  await place.getByLabel('Senha', { exact: true }).fill(password)
  await place.getByRole('button', { name: 'Entrar' }).click()
}

/** The second step, and every later question for a code: the one that the app shows `steps` from now. */
export async function submitCode(place: Locator, secret: string, steps = 0): Promise<void> {
  await place.getByLabel('Código').fill(codeOf(secret, steps))
  await place.getByRole('button', { name: 'Confirmar' }).click()
}

/** Goes to a page by the main navigation. */
export async function openPage(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Navegação principal' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Asks for a key with every scope, on the page of keys. */
export async function requestKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Criar chave' }).click()
  const form = page.getByRole('dialog', { name: 'Criar chave de API' })
  await form.getByLabel('Nome').fill(name)
  await form.getByRole('button', { name: 'Todos os escopos' }).click()
  await form.getByRole('button', { name: 'Criar chave' }).click()
}

/** Makes a key with every scope and returns it, as the console shows it this once. */
export async function createKey(page: Page, name: string): Promise<string> {
  await openPage(page, 'Chaves de API')
  await requestKey(page, name)
  const shown = page.getByRole('dialog', { name: 'Guarde a chave de API' })
  const key = await shown.getByLabel('chave de API', { exact: true }).innerText()
  await shown.getByLabel('Já guardei em local seguro').check()
  await shown.getByRole('button', { name: 'Concluir' }).click()
  await expect(page.getByRole('row', { name })).toContainText('Ativa')
  return key
}

/** Takes a key back. */
export async function revokeKey(page: Page, name: string): Promise<void> {
  await openPage(page, 'Chaves de API')
  await page.getByRole('button', { name: `Revogar ${name}` }).click()
  const question = page.getByRole('dialog', { name: 'Revogar chave?' })
  await question.getByRole('button', { name: 'Revogar' }).click()
  await expect(page.getByRole('row', { name })).toContainText('Revogada')
}

/** An amount as the console writes it, exact at any size. */
export function formatReais(cents: bigint): string {
  const fraction = String(cents % 100n).padStart(2, '0')
  return `R$ ${(cents / 100n).toLocaleString('pt-BR')},${fraction}`
}

/** Finds one thing by whatever names it, from any page, and goes to it. */
export async function openBySearch(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Encontrar qualquer coisa' }).click()
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill(text)
  await palette.getByRole('combobox').press('Enter')
  await expect(palette).toBeHidden()
}

/** Takes down a transfer of R$ 10,00 to the merchant that is chosen. */
export async function recordPayout(page: Page, reference: string): Promise<void> {
  const shop = new Merchant(readDemo().api_key)
  // A stack that has just begun settles what its merchant sold.
  await expect.poll(async () => BigInt((await shop.balance()).available_cents)).toBeGreaterThan(1_000n)
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

/** Where something holds the payouts back, a reason is asked for; the form knows once it knows the room there is. */
export async function fillReasonIfRequired(form: Locator): Promise<void> {
  await expect(form.getByText(/R\$\s\d/).first()).toBeVisible()
  const reason = form.getByLabel('Justificativa')
  if (await reason.isVisible()) await reason.fill('A transferência já foi feita')
}

/** Opens the dialog behind a button, has it filled, and sends it by the button that sends. */
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

/** A name that nothing else in the stack has. */
export const uniqueName = (kind: string): string => `${kind} ${randomUUID().slice(0, 8)}`
