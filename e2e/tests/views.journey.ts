import { expect, test } from '@playwright/test'
import { open, signIn } from '../support/staff.ts'

test('filters are kept under a name, opened from home, changed and deleted', async ({ page }) => {
  await signIn(page)
  await open(page, 'Cobranças')
  await page.getByRole('button', { name: 'Situação' }).click()
  await page.getByRole('checkbox', { name: 'Aguardando' }).check()
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await expect(page).toHaveURL(/status=pending/)

  await page.getByRole('button', { name: 'Visões' }).click()
  await page.getByRole('button', { name: 'Salvar filtros atuais' }).click()
  const form = page.getByRole('dialog', { name: 'Salvar visão' })
  await form.getByLabel('Nome').fill('Esperando o cliente')
  await form.getByLabel('Quem vê').selectOption('Suporte')
  await form.getByRole('button', { name: 'Salvar visão' }).click()
  await expect(page.getByRole('button', { name: 'Visões Esperando o cliente' })).toBeVisible()

  await open(page, 'Início')
  await page.getByRole('link', { name: 'Esperando o cliente' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cobranças' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Situação Aguardando' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Cobranças' })).not.toContainText('Paga')

  await page.getByRole('button', { name: 'Visões Esperando o cliente' }).click()
  await page.getByRole('button', { name: 'Alterar Esperando o cliente' }).click()
  await page.getByRole('dialog', { name: 'Alterar visão' }).getByLabel('Nome').fill('À espera')
  await page.getByRole('button', { name: 'Salvar visão' }).click()
  await page.getByRole('button', { name: 'Visões À espera' }).click()
  await page.getByRole('button', { name: 'Excluir À espera' }).click()
  await page.getByRole('dialog', { name: 'Excluir visão?' }).getByRole('button', { name: 'Excluir' }).click()
  await expect(page.getByRole('button', { name: 'Visões', exact: true })).toBeVisible()
})
