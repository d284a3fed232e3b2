import { expect, test, type Page } from '@playwright/test'
import { dumpPageStorage, findInHeap } from '../support/page-storage.ts'
import { aPayer, Merchant } from '../support/merchant.ts'
import { readDemo, readLogs } from '../support/stack.ts'
import { uniqueName, createKey, submitCode, submitPassword, openPage, createStaff } from '../support/staff.ts'

const KEY_NAME = uniqueName('Loja do segredo')

type Secrets = Record<string, string>

/** Enrols an authenticator app at sign-in. Returns the secrets that the console shows only once. */
async function enrol(page: Page): Promise<Secrets> {
  const person = await createStaff('admin', { app: false })
  await page.goto(readDemo().console.url)
  await submitPassword(page.locator('body'), person)
  const totp = (await page.getByText(/^[A-Z2-7]{32}$/).innerText()).trim()
  await submitCode(page.locator('body'), totp)
  const list = page.getByRole('list', { name: 'códigos de recuperação' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  const codes = await list.allInnerTexts()
  await page.getByLabel('Já guardei em local seguro').check()
  await page.getByRole('button', { name: 'Concluir' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Início' })).toBeVisible()
  const named = codes.map((code, n) => [`recovery code ${n + 1}`, code.trim()] as const)
  return { password: person.password, totp, ...Object.fromEntries(named) }
}

async function rotateSecret(page: Page): Promise<string> {
  await openPage(page, 'Webhooks')
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

/** Opens a charge, reveals the payer's complete CPF, and leaves the page. */
async function reveal(page: Page, orderReference: string, whole: string): Promise<void> {
  await openPage(page, 'Cobranças')
  await page.getByRole('link', { name: orderReference }).click()
  await page.getByRole('button', { name: 'Mostrar', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Mostrar documento' })
  await form.getByLabel('Justificativa').fill('O pagador ligou')
  await form.getByRole('button', { name: 'Mostrar' }).click()
  await expect(page.getByLabel('Documento completo, por 30 segundos')).toHaveText(whole)
  await openPage(page, 'Início')
}

/** Records the page's URLs, requests and console messages. */
function recordTraffic(page: Page): string[] {
  const traffic: string[] = []
  page.on('request', (request) => traffic.push(request.url()))
  page.on('framenavigated', (frame) => traffic.push(frame.url()))
  page.on('console', (message) => traffic.push(message.text()))
  return traffic
}

test('a secret that was shown once is in no page, cache, URL, heap or log afterwards', async ({ page }) => {
  const traffic = recordTraffic(page)
  const secrets = await enrol(page)
  const locations: Record<string, string> = { afterEnrolment: await dumpPageStorage(page) }
  secrets['key'] = await createKey(page, KEY_NAME)
  locations['afterKey'] = await dumpPageStorage(page)
  expect(locations['afterKey']).toContain(KEY_NAME)
  const payer = aPayer()
  const charge = await new Merchant(secrets['key']).createCharge(4_200, payer)
  secrets['webhook secret'] = await rotateSecret(page)
  locations['afterSecret'] = await dumpPageStorage(page)
  secrets['document'] = payer.document
  secrets['whole document'] = payer.document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  await reveal(page, charge.order_reference, secrets['whole document'])
  locations['afterDocument'] = await dumpPageStorage(page)
  locations['traffic'] = traffic.join(' ')
  locations['log'] = readLogs()
  expect(locations['log']).toContain('"operation":"RevealPayerDocument"')

  for (const [location, text] of Object.entries(locations))
    for (const [name, value] of Object.entries(secrets))
      expect([location, name, text.includes(value)]).toEqual([location, name, false])
  const findSecrets = async (): Promise<string[]> => {
    const inHeap = await findInHeap(page, Object.values(secrets))
    return Object.keys(secrets).filter((name) => inHeap.includes(secrets[name] ?? ''))
  }
  await expect.poll(findSecrets).toEqual([])
})
