import { expect, test, type Browser, type Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { findInHeap } from '../support/page-storage.ts'
import { aPayer, Merchant } from '../support/merchant.ts'
import { operationOf } from '../support/operations.ts'
import { navigate } from '../support/routes.ts'
import { readDemo } from '../support/stack.ts'
import { openConsole } from '../support/sessions.ts'
import { uniqueName, submitCode, submitPassword, openPage } from '../support/staff.ts'

const PASSWORD = 'uma frase bem comprida'
const RITA = uniqueName('Rita Souza')

test('an invited person sees only what their role permits, reveals a CPF, and loses access when deactivated', async ({
  page,
  browser,
}) => {
  await openConsole(page)
  const email = `rita-${randomBytes(4).toString('hex')}@exemplo.com.br`
  const rita = await acceptInvitation(browser, await invite(page, email), email)

  const navigation = rita.getByRole('navigation', { name: 'Navegação principal' })
  await expect(navigation.getByRole('link', { name: 'Cobranças' })).toBeVisible()
  for (const hidden of ['Saldo', 'Pessoas', 'Auditoria'])
    await expect(navigation.getByRole('link', { name: hidden })).toHaveCount(0)
  await rita.keyboard.press('?')
  const help = rita.getByRole('dialog', { name: 'Atalhos do teclado' })
  await expect(help.getByText('Ir para Cobranças')).toBeVisible()
  await expect(help.getByText('Ir para Saldo')).toHaveCount(0)
  await rita.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expectDeniedPages(rita)

  const { id, document } = await aCharge()
  await revealOnce(rita, id, document)
  await expectAudited(page, id)
  await deactivate(page, rita)
})

/** Invites a person to the role support. Returns the link of the invitation, which the console shows once. */
async function invite(page: Page, email: string): Promise<string> {
  await openPage(page, 'Pessoas')
  await page.getByRole('button', { name: 'Convidar' }).click()
  const form = page.getByRole('dialog', { name: 'Convidar para o console' })
  await form.getByLabel('Nome').fill(RITA)
  await form.getByLabel('E-mail').fill(email)
  await form.getByRole('button', { name: 'Convidar' }).click()
  const shown = page.getByRole('dialog', { name: 'Entregue o convite' })
  const link = await shown.getByLabel('link do convite', { exact: true }).innerText()
  await shown.getByLabel('Já guardei em local seguro').check()
  await shown.getByRole('button', { name: 'Concluir' }).click()
  await expect(page.getByRole('table', { name: 'Convites pendentes' })).toContainText(email)
  return link
}

/** Accepts the invitation in a new browser context and signs in. Asserts that the link works only once. */
async function acceptInvitation(browser: Browser, link: string, email: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'pt-BR', baseURL: readDemo().console.url })
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: RITA })).toBeVisible()
  await expect(page).toHaveURL(/\/invitation$/)
  await page.getByLabel('Escolha uma senha').fill(PASSWORD)
  await page.getByLabel('Repita a senha').fill(PASSWORD)
  await page.getByRole('button', { name: 'Criar acesso' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Acesso criado' })).toBeVisible()

  const secondVisit = await context.newPage()
  await secondVisit.goto(link)
  await expect(
    secondVisit.getByRole('heading', { level: 1, name: 'Este convite não vale mais' }),
  ).toBeVisible()
  await secondVisit.close()

  await page.getByRole('link', { name: 'Entrar' }).click()
  await submitPassword(page.locator('body'), { email, password: PASSWORD, secret: undefined })
  await expect(page.getByRole('heading', { level: 1, name: 'Início' })).toBeVisible()
  return page
}

/** Opens addresses that the role may not see. Asserts that each page denies access and shows no data. */
async function expectDeniedPages(page: Page): Promise<void> {
  const lists = ['/users', '/audit', '/payouts', '/reconciliation', '/statement']
  const records = ['/users', '/audit', '/payouts'].map(
    (path) => `${path}/01890000-0000-7000-8000-00000000000f`,
  )
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) sent.push(operationOf(request))
  })
  for (const path of [...lists, ...records]) {
    await navigate(page, path)
    await expect(page.getByText('Seu perfil não tem acesso')).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page).toHaveTitle(/^Seu perfil não tem acesso/)
    await expect(page.getByRole('main').getByRole('row')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  }
  expect(sent.filter((name) => /^(Audit|Payout|Staff|Member|Reconciliation|Statement)/.test(name))).toEqual(
    [],
  )
  await expect(
    page.getByText(
      'Têm acesso a “Repasses” os perfis Financeiro, Administração e Auditoria. O seu é Suporte.',
    ),
  ).toBeVisible()
}

async function aCharge(): Promise<{ id: string; document: string }> {
  const payer = aPayer()
  const { id } = await new Merchant(readDemo().api_key).createCharge(1_990, payer)
  return { id, document: payer.document }
}

/**
 * Reveals a payer's CPF. Asserts that after 31 s neither the page nor the browser's heap contains the complete CPF.
 */
async function revealOnce(page: Page, chargeId: string, document: string): Promise<void> {
  const formatted = document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  await page.clock.install()
  await page.goto(`/charges/${chargeId}`)
  await expect(page.getByText(`***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`)).toBeVisible()
  await page.getByRole('button', { name: 'Mostrar', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Mostrar documento' })
  await form.getByRole('button', { name: 'Mostrar' }).click()
  await expect(form.getByText('Diga por quê')).toBeVisible()
  await form.getByLabel('Justificativa').fill('O pagador ligou')
  await form.getByRole('button', { name: 'Mostrar' }).click()
  await enrol(page)
  const shown = page.getByLabel('Documento completo, por 30 segundos')
  await expect(shown).toHaveText(formatted)
  expect(await findInHeap(page, [formatted])).toEqual([formatted])

  await page.clock.fastForward(31_000)
  await expect(shown).toHaveCount(0)
  const hiddenTexts = [document, formatted]
  const visibleText = page.url() + (await page.content())
  expect(hiddenTexts.filter((text) => visibleText.includes(text))).toEqual([])
  await expect.poll(() => findInHeap(page, hiddenTexts)).toEqual([])
}

/** Completes the step-up authentication of a person without an authenticator app. The dialog enrols an app. */
async function enrol(page: Page): Promise<void> {
  const stepUpDialog = page.getByRole('dialog', { name: 'Confirme que é você' })
  await stepUpDialog.getByLabel('Senha atual').fill(PASSWORD)
  await stepUpDialog.getByRole('button', { name: 'Continuar' }).click()
  await submitCode(stepUpDialog, (await stepUpDialog.getByText(/^[A-Z2-7]{32}$/).innerText()).trim())
  await stepUpDialog.getByLabel('Já guardei em local seguro').check()
  await stepUpDialog.getByRole('button', { name: 'Concluir' }).click()
}

/** Asserts that the audit log, filtered to the charge, shows the person and the reason, also after a reload. */
async function expectAudited(page: Page, chargeId: string): Promise<void> {
  await openPage(page, 'Auditoria')
  await page.getByRole('combobox', { name: 'Ação' }).selectOption('document.reveal')
  await expect(page).toHaveURL(/act=document\.reveal/)
  await page.reload()
  const line = page.getByRole('row', { name: new RegExp(RITA) })
  await line.getByRole('link', { name: 'viu o CPF ou CNPJ de' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${RITA} viu o CPF ou CNPJ de` })).toBeVisible()
  const facts = page.getByRole('region', { name: 'Registro' })
  await expect(facts).toContainText('O pagador ligou')
  await facts.locator(`a[href^="/charges/${chargeId}"]`).click()
  await page.getByRole('link', { name: 'Ver na auditoria' }).click()
  await expect(page.getByRole('row', { name: new RegExp(RITA) })).toHaveCount(1)
}

/** Deactivates the person. Asserts that the person's page shows the sign-in form after a reload. */
async function deactivate(page: Page, rita: Page): Promise<void> {
  await openPage(page, 'Pessoas')
  await page.getByRole('link', { name: RITA }).click()
  await expect(page.getByRole('table', { name: 'Sessões' })).toContainText('Chrome')
  await page.getByRole('button', { name: 'Desativar' }).click()
  const form = page.getByRole('dialog', { name: 'Desativar' })
  await form.getByLabel('Justificativa').fill('Saiu da empresa')
  await form.getByRole('button', { name: 'Desativar' }).click()
  await expect(page.getByText('Desativada').filter({ visible: true }).first()).toBeVisible()
  await rita.reload()
  await expect(rita.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible()
}
