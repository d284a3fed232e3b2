import { expect, type Page } from '@playwright/test'
import { readDemo } from './stack.ts'

/** Opens the console and signs in as the demo user. */
export async function signIn(page: Page): Promise<void> {
  const { url, email, password } = readDemo().console
  await page.goto(url)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Início' })).toBeVisible()
}

/** Goes to a page by the main navigation. */
export async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Navegação principal' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Makes a key with every scope and returns it, as the console shows it this once. */
export async function createKey(page: Page, name: string): Promise<string> {
  await open(page, 'Chaves de API')
  await page.getByRole('button', { name: 'Criar chave' }).click()
  const form = page.getByRole('dialog', { name: 'Criar chave de API' })
  await form.getByLabel('Nome').fill(name)
  await form.getByRole('button', { name: 'Todos os escopos' }).click()
  await form.getByRole('button', { name: 'Criar chave' }).click()

  const shown = page.getByRole('dialog', { name: 'Guarde a chave de API' })
  const key = await shown.getByLabel('chave de API', { exact: true }).innerText()
  await shown.getByLabel('Já guardei em local seguro').check()
  await shown.getByRole('button', { name: 'Concluir' }).click()
  await expect(page.getByRole('row', { name })).toContainText('Ativa')
  return key
}

/** Takes a key back. */
export async function revokeKey(page: Page, name: string): Promise<void> {
  await open(page, 'Chaves de API')
  await page.getByRole('button', { name: `Revogar ${name}` }).click()
  const question = page.getByRole('dialog', { name: 'Revogar chave?' })
  await question.getByRole('button', { name: 'Revogar' }).click()
  await expect(page.getByRole('row', { name })).toContainText('Revogada')
}

/** An amount as the console writes it, exact at any size. */
export function reais(cents: bigint): string {
  const fraction = String(cents % 100n).padStart(2, '0')
  return `R$ ${(cents / 100n).toLocaleString('pt-BR')},${fraction}`
}

/** Finds one thing by whatever names it, from any page, and goes to it. */
export async function find(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Encontrar qualquer coisa' }).click()
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill(text)
  await palette.getByRole('option').first().click()
  await expect(palette).toBeHidden()
}
