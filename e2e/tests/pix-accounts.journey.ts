import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { commandLine } from '../support/command-line.ts'
import { Merchant, type Charge } from '../support/merchant.ts'
import { dumpPageStorage, findInHeap } from '../support/page-storage.ts'
import { cobStatusAt, startSecondSimulator, type SecondSimulator } from '../support/second-simulator.ts'
import { navigate } from '../support/routes.ts'
import { openConsole } from '../support/sessions.ts'
import { readDemo, readLogs } from '../support/stack.ts'
import { openPage } from '../support/staff.ts'

const ACCOUNT = `psp-${randomUUID().slice(0, 8)}`
const PRIVATE_KEY = randomUUID()

/**
 * Starts the PSP of the new receiving account. When the returned object is disposed, restores the merchant's accounts
 * and stops the PSP.
 */
async function startPsp(): Promise<SecondSimulator & AsyncDisposable> {
  const psp = await startSecondSimulator()
  return {
    ...psp,
    async [Symbol.asyncDispose]() {
      try {
        await commandLine(['accounts', 'assign', '--account', readDemo().gateway_id])
      } finally {
        await psp.stop()
      }
    },
  }
}

/** Creates the receiving account. The first attempt contains a certificate that the server refuses. */
async function createAccount(page: Page, psp: SecondSimulator): Promise<void> {
  await page.getByRole('button', { name: 'Criar conta' }).click()
  const form = page.getByRole('dialog', { name: 'Criar conta PSP' })
  const fill = (label: string, text: string) => form.getByLabel(label, { exact: true }).fill(text)
  await fill('Nome', ACCOUNT)
  await form.getByLabel('Perfil do PSP').selectOption('standard')
  await form.getByLabel('Ambiente').selectOption('Teste do PSP')
  await fill('URL da API Pix', `${psp.url}/api/v2`)
  await fill('URL do token de acesso', `${psp.url}/oauth/token`)
  await fill('Chave Pix', 'segunda@loja.example')
  await fill('ID do cliente (client_id)', psp.clientId)
  await fill('Segredo do cliente (client_secret)', psp.clientSecret)
  await fill('Certificado do cliente', '-----BEGIN CERTIFICATE-----')
  const choosing = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: 'Ler de um arquivo: Chave privada do certificado' }).click()
  const buffer = Buffer.from(`-----BEGIN PRIVATE KEY-----${PRIVATE_KEY}`)
  await (await choosing).setFiles({ name: 'chave.pem', mimeType: 'text/plain', buffer })
  await expect(form.getByLabel('Chave privada do certificado', { exact: true })).toHaveValue(String(buffer))
  const submit = form.getByRole('button', { name: 'Criar conta' })
  await submit.click()
  await expect(form.getByText('Este não é um certificado PEM.')).toBeVisible()
  await fill('Certificado do cliente', '')
  await fill('Chave privada do certificado', '')
  await submit.click()
  await expect(form).toBeHidden()
  await expect(rowOf(page)).toContainText('Ativa')
  await expect(rowOf(page)).toContainText('Recebe novas cobranças: sim')
}

const rowOf = (page: Page) =>
  page.getByRole('table', { name: 'Contas PSP' }).getByRole('row').filter({ hasText: ACCOUNT })

/** Sets the new account as the merchant's first receiving account, and `default` as its second. */
async function assignFirst(page: Page): Promise<void> {
  await openPage(page, 'Lojistas')
  await page.getByRole('main').getByRole('link', { name: 'Torrefação Boa Vista' }).click()
  await page.getByRole('button', { name: 'Definir contas e ordem' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('1ª conta').selectOption(ACCOUNT)
  await form.getByLabel('2ª conta').selectOption('default')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form).toBeHidden()
  const assigned = page.getByRole('list', { name: 'Contas PSP' }).getByRole('listitem')
  await expect(assigned).toHaveText([ACCOUNT, 'default'])
}

async function drain(page: Page): Promise<void> {
  await openPage(page, 'Contas PSP')
  await page.getByRole('button', { name: `Mudar estado da conta ${ACCOUNT}` }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('radio').check()
  await form.getByRole('button', { name: 'Mudar estado' }).click()
  await expect(form).toBeHidden()
  await expect(rowOf(page)).toContainText('Recebe novas cobranças: não')
}

/**
 * Tries to change the Pix key of the receiving account. Asserts that the form refuses this change while the account
 * gets new charges, and that the form keeps its input when the window becomes narrow and wide again.
 */
async function tryNewKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Alterar conexão da conta ${ACCOUNT}` }).click()
  const form = page.getByRole('dialog', { name: `Alterar conexão da conta ${ACCOUNT}` })
  const key = form.getByLabel('Chave Pix')
  await expect(key).toHaveValue('segunda@loja.example')
  await key.fill('terceira@loja.example')
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 860 }
  await page.setViewportSize({ width: 390, height })
  await expect(page.getByRole('table', { name: 'Contas PSP', includeHidden: true })).toHaveCount(0)
  await expect(key).toHaveValue('terceira@loja.example')
  await page.setViewportSize({ width, height })
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form.getByText('Antes, mude o estado da conta')).toBeVisible()
  await form.getByRole('button', { name: 'Cancelar' }).click()
  await expect(form).toBeHidden()
}

/** Returns the status of a charge at the new PSP, and at the PSP of the receiving account `default`. */
const statusesOf = async (psp: SecondSimulator, { pix }: Charge) => {
  const txid = pix?.txid ?? ''
  return [await cobStatusAt(psp.url, txid), await cobStatusAt(readDemo().simulator_url, txid)]
}

test('an administrator creates, assigns and drains a receiving account, and new charges use the right PSP', async ({
  page,
}) => {
  await using psp = await startPsp()
  const merchant = new Merchant(readDemo().api_key)
  await openConsole(page, 'admin', '/pix-accounts')
  await createAccount(page, psp)
  const secrets = [psp.clientSecret, PRIVATE_KEY]
  const secretsIn = (text: string) => secrets.filter((secret) => text.includes(secret))
  // The query client removes a finished mutation, which contains the secrets, a moment after the form has closed.
  await expect.poll(async () => secretsIn(await dumpPageStorage(page))).toEqual([])
  expect(secretsIn(readLogs())).toEqual([])

  await tryNewKey(page)
  await assignFirst(page)
  const first = await merchant.createCharge(1_500)
  expect(await statusesOf(psp, first)).toEqual(['ATIVA', undefined])

  await drain(page)
  expect(await statusesOf(psp, await merchant.createCharge(1_600))).toEqual([undefined, 'ATIVA'])

  await page.goto(new URL(`/charges/${first.id}`, readDemo().console.url).href)
  await page.getByRole('button', { name: 'Cancelar cobrança', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar cobrança' }).click()
  await expect.poll(() => merchant.charge(first.id)).toMatchObject({ status: 'cancelled' })
  await expect.poll(() => statusesOf(psp, first)).toEqual(['REMOVIDA_PELO_USUARIO_RECEBEDOR', undefined])

  // Audit entries about receiving accounts belong to no merchant.
  await navigate(page, '/audit?merchant=all')
  for (const sentence of [/criou a conta PSP/, /mudou a situação da conta PSP/])
    await expect(page.getByRole('row', { name: sentence }).first()).toContainText(ACCOUNT)
  const assigned = page.getByRole('row', { name: /definiu as contas PSP do lojista/ })
  await expect(assigned.first()).toContainText('Torrefação Boa Vista')
  await expect.poll(() => findInHeap(page, secrets)).toEqual([])
  await commandLine(['accounts', 'state', '--id', ACCOUNT, '--state', 'off'])
})

test('a person with the role support cannot see the PSP accounts', async ({ page }) => {
  await openConsole(page, 'support', '/pix-accounts')
  await expect(page.getByText('Seu perfil não tem acesso')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Ir para o Início' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contas PSP' })).toHaveCount(0)
})
