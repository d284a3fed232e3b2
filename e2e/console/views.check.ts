import { expect, test } from '@playwright/test'
import { createStaff, openPage, signIn } from '../support/staff.ts'

test('a person saves filters as a view, opens it from the home page, changes it and deletes it', async ({
  page,
}) => {
  await signIn(page, await createStaff('admin'), '/charges')
  await page.getByRole('button', { name: 'Situação' }).click()
  await page.getByRole('checkbox', { name: 'Cancelada' }).check()
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await expect(page).toHaveURL(/status=cancelled/)

  await page.getByRole('button', { name: 'Visões' }).click()
  await page.getByRole('button', { name: 'Salvar filtros atuais' }).click()
  const form = page.getByRole('dialog', { name: 'Salvar visão' })
  await form.getByLabel('Nome').fill('Desistências')
  await form.getByLabel('Quem vê').selectOption('Suporte')
  await form.getByRole('button', { name: 'Salvar visão' }).click()
  await expect(page.getByRole('button', { name: 'Visões Desistências' })).toBeVisible()

  await openPage(page, 'Início')
  await page.getByRole('link', { name: 'Desistências' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cobranças' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Situação Cancelada' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Cobranças' })).not.toContainText('Aguardando')

  await page.getByRole('button', { name: 'Visões Desistências' }).click()
  await page.getByRole('button', { name: 'Alterar Desistências' }).click()
  await page.getByRole('dialog', { name: 'Alterar visão' }).getByLabel('Nome').fill('Quem desistiu')
  await page.getByRole('button', { name: 'Salvar visão' }).click()
  await page.getByRole('button', { name: 'Visões Quem desistiu' }).click()
  await page.getByRole('button', { name: 'Excluir Quem desistiu' }).click()
  await page.getByRole('dialog', { name: 'Excluir visão?' }).getByRole('button', { name: 'Excluir' }).click()
  await expect(page.getByRole('button', { name: 'Visões', exact: true })).toBeVisible()
})
