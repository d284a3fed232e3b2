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

// One after the other: they share the provider and the server beside it.
const KEY_NAME = uniqueName('Chave da empresa')

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

function hire(groups: string[], email?: string): Employee {
  const login = `nina-${randomBytes(3).toString('hex')}`
  return provider.addEmployee({
    login,
    email: email ?? `${login}@exemplo.com.br`,
    name: `Nina ${login}`,
    groups,
  })
}

/** Gives the password that somebody has at the company, on the company's own page. */
async function giveCompanyPassword(page: Page, { login, password }: Employee): Promise<void> {
  await page.getByLabel('Usuário').fill(login)
  await page.getByLabel('Senha da empresa').fill(password)
  await page.getByRole('button', { name: 'Continuar' }).click()
}

/** Goes in by the company's account, in a browser of their own. */
async function enter(browser: Browser, employee: Employee, path = '/'): Promise<Page> {
  const context = await browser.newContext({ locale: 'pt-BR', baseURL: consoleUrl })
  const page = await context.newPage()
  await page.goto(path)
  await page.getByRole('link', { name: 'Entrar com Empresa' }).click()
  await giveCompanyPassword(page, employee)
  return page
}

test('whoever the company knows comes in, is linked by it, and proves it again where a key is made', async ({
  browser,
}) => {
  const nina = hire(['everybody', 'pix-admin'])
  const page = await enter(browser, nina, '/account/security')
  const link = page.getByRole('region', { name: 'Conta da empresa' })
  await expect(link).toContainText(`Ligada a ${nina.login} em ${provider.issuer}`)
  const unlink = link.getByRole('button', { name: 'Desligar da conta da empresa' })
  await expect(unlink).toBeDisabled()
  await expect(unlink).toHaveAccessibleDescription(/Entre com e-mail e senha para desligar/)

  await openPage(page, 'Chaves de API')
  await requestKey(page, KEY_NAME)
  const asked = page.getByRole('dialog', { name: 'Confirme que é você' })
  const opening = page.context().waitForEvent('page')
  await asked.getByRole('link', { name: 'Confirmar em outra aba' }).click()
  const beside = await opening
  await giveCompanyPassword(beside, nina)
  const shown = page.getByRole('dialog', { name: 'Guarde a chave de API' })
  await shown.getByLabel('Já guardei em local seguro').check()
  await shown.getByRole('button', { name: 'Concluir' }).click()
  await expect(page.getByRole('row', { name: KEY_NAME })).toContainText('Ativa')
  await page.context().close()
})

test('whom the company gives no role is refused; an account here is linked by hand, and an administrator undoes it', async ({
  browser,
}) => {
  const stranger = await enter(browser, hire(['everybody']))
  await expect(stranger.getByRole('alert')).toContainText('não tem acesso a este console')
  await expectAccessible(stranger, 'the sign-in with a provider')
  await stranger.context().close()

  const account = await createStaff('support', { app: false })
  const employee = hire(['pix-support'], account.email)
  const page = await enter(browser, employee)
  await expect(page.getByRole('alert')).toContainText('ainda não foi ligada à sua conta da empresa')
  await linkIdentity(account, { issuer: provider.issuer, subject: employee.login })
  await page.getByRole('link', { name: 'Entrar com Empresa' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Início' })).toBeVisible()

  const chief = hire(['pix-admin'])
  const admin = await enter(browser, chief)
  await openPage(admin, 'Pessoas')
  await admin.getByRole('link', { name: employee.name }).click()
  const link = admin.getByRole('region', { name: 'Conta da empresa' })
  await link.getByRole('button', { name: 'Desligar da conta da empresa' }).click()
  const form = admin.getByRole('dialog', { name: 'Desligar da conta da empresa' })
  await form.getByLabel('Justificativa').fill('Conta da pessoa errada')
  const opening = admin.context().waitForEvent('page')
  await form.getByRole('button', { name: 'Desligar' }).click()
  await admin.getByRole('link', { name: 'Confirmar em outra aba' }).click()
  await giveCompanyPassword(await opening, chief)
  await expect(link).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible()
  await Promise.all([page.context().close(), admin.context().close()])
})
