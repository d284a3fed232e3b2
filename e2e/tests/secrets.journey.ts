import { expect, test, type Page } from '@playwright/test'
import { keptIn } from '../support/kept.ts'
import { Merchant } from '../support/merchant.ts'
import { readLogs } from '../support/stack.ts'
import { createKey, open, signIn } from '../support/staff.ts'

async function rotateSecret(page: Page): Promise<string> {
  await open(page, 'Webhooks')
  await page.getByRole('table', { name: 'Webhooks' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Trocar segredo' }).click()
  await page
    .getByRole('dialog', { name: 'Trocar segredo' })
    .getByRole('button', { name: 'Trocar segredo' })
    .click()
  const shown = page.getByRole('dialog', { name: 'Guarde o segredo de assinatura' })
  const secret = await shown.getByLabel('Segredo de assinatura', { exact: true }).innerText()
  await shown.getByLabel('Já guardei em local seguro').check()
  await shown.getByRole('button', { name: 'Concluir' }).click()
  await expect(shown).toBeHidden()
  return secret
}

test('what is shown once is nowhere afterwards: not in the page, its caches, its addresses, nor the log', async ({
  page,
}) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const person = await signIn(page)
  const key = await createKey(page, 'Loja do segredo')
  const afterKey = await keptIn(page)
  const charge = await new Merchant(key).createCharge(4_200)
  const secret = await rotateSecret(page)
  const afterSecret = await keptIn(page)
  await open(page, 'Cobranças')
  await expect(page.getByRole('row', { name: charge.order_reference })).toBeVisible()
  const places = {
    afterKey,
    afterSecret,
    atLast: await keptIn(page),
    addresses: addresses.join(' '),
    log: readLogs(),
  }
  const secrets = {
    key,
    secret,
    password: person.password,
    totp: person.secret ?? 'no app',
    document: '52998224725',
  }
  expect(places.afterKey).toContain('Loja do segredo')
  expect(places.log).toContain('"operation":"CreateApiKey"')
  for (const [place, text] of Object.entries(places))
    for (const [name, value] of Object.entries(secrets))
      expect([place, name, text.includes(value)]).toEqual([place, name, false])
})
