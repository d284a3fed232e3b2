import { expect, test, type Browser, type Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { expectAccessible } from '../support/axe.ts'
import {
  startIdentityProvider,
  type TestIdentityProvider,
  type Employee,
} from '../support/identity-provider.ts'
import { freePort, startSecondServer, type SecondServer } from '../support/second-server.ts'
import { uniqueName, requestKey, linkIdentity, openPage, createStaff } from '../support/staff.ts'

const KEY_NAME = uniqueName('Chave da empresa')

// The tests run in sequence, because they share the identity provider and the second server.
test.describe.configure({ mode: 'default' })

let provider: TestIdentityProvider
let server: SecondServer
let consoleUrl: string
test.beforeAll(async () => {
  const port = await freePort()
  consoleUrl = `http://127.0.0.1:${port}`
  provider = await startIdentityProvider(`${consoleUrl}/oidc/callback`)
  server = await startSecondServer(port, {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_ROLE_MAP: 'pix-admin=admin,pix-support=support',
    OIDC_NAME: 'Empresa',
  })
})
test.afterAll(async () => {
  await server.stop()
  await provider.stop()
})

function addEmployee(groups: string[], email?: string): Employee {
  const login = `nina-${randomBytes(3).toString('hex')}`
  return provider.addEmployee({
    login,
    email: email ?? `${login}@exemplo.com.br`,
    name: `Nina ${login}`,
    groups,
  })
}

/** Submits the password on the page of the identity provider. */
async function submitCompanyPassword(page: Page, { login, password }: Employee): Promise<void> {
  await page.getByLabel('Usuário').fill(login)
  await page.getByLabel('Senha da empresa').fill(password)
  await page.getByRole('button', { name: 'Continuar' }).click()
}

/** Signs in through the identity provider in a new browser context. */
async function signInAtProvider(browser: Browser, employee: Employee, path = '/'): Promise<Page> {
  const context = await browser.newContext({ locale: 'pt-BR', baseURL: consoleUrl })
  const page = await context.newPage()
  await page.goto(path)
  await page.getByRole('link', { name: 'Entrar com Empresa' }).click()
  await submitCompanyPassword(page, employee)
  return page
}

test('an employee signs in at the identity provider, gets a console account, and completes a step-up there', async ({
  browser,
}) => {
  const nina = addEmployee(['everybody', 'pix-admin'])
  const page = await signInAtProvider(browser, nina, '/account/security')
  const link = page.getByRole('region', { name: 'Conta da empresa' })
  await expect(link).toContainText(`Vinculada a ${nina.login} em ${provider.issuer}`)
  const unlink = link.getByRole('button', { name: 'Desvincular da conta da empresa' })
  await expect(unlink).toBeDisabled()
  await expect(unlink).toHaveAccessibleDescription(/Entre com e-mail e senha para desvincular/)

  await openPage(page, 'Chaves de API')
  await requestKey(page, KEY_NAME)
  const stepUpDialog = page.getByRole('dialog', { name: 'Confirme que é você' })
  await expect(stepUpDialog).toContainText('“Criar chave de API” pede uma confirmação recente')
  const opening = page.context().waitForEvent('page')
  await stepUpDialog.getByRole('link', { name: 'Confirmar em outra aba' }).click()
  const providerTab = await opening
  await submitCompanyPassword(providerTab, nina)
  const keyDialog = page.getByRole('dialog', { name: 'Guarde a chave de API' })
  await keyDialog.getByLabel('Já guardei em local seguro').check()
  await keyDialog.getByRole('button', { name: 'Concluir' }).click()
  await expect(page.getByRole('row', { name: KEY_NAME })).toContainText('Ativa')
  await page.context().close()
})

test('an employee without a role cannot sign in, and an existing console account is linked to an employee and unlinked', async ({
  browser,
}) => {
  const withoutRole = await signInAtProvider(browser, addEmployee(['everybody']))
  await expect(withoutRole.getByRole('alert')).toContainText('não tem acesso a este console')
  await expectAccessible(withoutRole, 'the sign-in with a provider')
  await withoutRole.context().close()

  const account = await createStaff('support', { app: false })
  const employee = addEmployee(['pix-support'], account.email)
  const page = await signInAtProvider(browser, employee)
  await expect(page.getByRole('alert')).toContainText('ainda não foi vinculada à sua conta da empresa')
  await linkIdentity(account, { issuer: provider.issuer, subject: employee.login })
  await page.getByRole('link', { name: 'Entrar com Empresa' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Início' })).toBeVisible()

  const administrator = addEmployee(['pix-admin'])
  const admin = await signInAtProvider(browser, administrator)
  await openPage(admin, 'Pessoas')
  await admin.getByRole('link', { name: employee.name }).click()
  const link = admin.getByRole('region', { name: 'Conta da empresa' })
  await link.getByRole('button', { name: 'Desvincular da conta da empresa' }).click()
  const form = admin.getByRole('dialog', { name: 'Desvincular da conta da empresa' })
  await form.getByLabel('Justificativa').fill('Conta da pessoa errada')
  const opening = admin.context().waitForEvent('page')
  await form.getByRole('button', { name: 'Desvincular da conta da empresa' }).click()
  await admin.getByRole('link', { name: 'Confirmar em outra aba' }).click()
  await submitCompanyPassword(await opening, administrator)
  await expect(link).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible()
  await Promise.all([page.context().close(), admin.context().close()])
})
