import { expect, test, type Page } from '@playwright/test'
import { codeOf } from '../support/authenticator.ts'
import { expectAccessible } from '../support/axe.ts'
import { readDemo } from '../support/stack.ts'
import { operationOf } from '../support/operations.ts'
import { openConsole } from '../support/sessions.ts'
import {
  uniqueName,
  createKey,
  submitCode,
  submitPassword,
  openPage,
  signIn,
  signInWithForm,
  createStaff,
} from '../support/staff.ts'

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Código').fill(code)
  await page.getByRole('button', { name: 'Confirmar' }).click()
}

const TO_REVOKE = uniqueName('Chave a revogar')
const NEW_KEY = uniqueName('Chave no meio do caminho')

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('the demo user signs in with the credentials of demo.json', async ({ page }) => {
  const { email, password, totp_secret: secret } = readDemo().console
  await signInWithForm(page, { email, password, secret })
})

test('a sign-in redirect to another origin is ignored', async ({ page }) => {
  await signInWithForm(page, await createStaff('admin'), '/sign-in?redirect=https%3A%2F%2Felsewhere.example')
  expect(new URL(page.url()).origin).toBe(new URL(readDemo().console.url).origin)
})

test('a recovery code is accepted once, and an administrator can reset an app and a password', async ({
  page,
  browser,
}) => {
  const person = await createStaff('finance', { app: false })
  await page.goto(readDemo().console.url)
  await expect(page.getByText('peça a quem administra o console um link de uso único')).toBeVisible()
  await submitPassword(page.locator('body'), person)
  const codes = await enrol(page)
  for (const refused of [false, true]) {
    await page.context().clearCookies()
    await page.goto(readDemo().console.url)
    await submitPassword(page.locator('body'), person)
    await typeCode(page, codes[0] ?? '')
    if (refused) await expect(page.getByRole('alert')).toContainText('não conferem')
    else await expect(page.getByRole('heading', { level: 1, name: 'Início' })).toBeVisible()
  }

  const admin = await (await browser.newContext({ locale: 'pt-BR' })).newPage()
  await openConsole(admin)
  await openPage(admin, 'Pessoas')
  await admin.getByRole('row', { name: person.email }).getByRole('link').click()
  await resetApp(admin)
  await page.goto(readDemo().console.url)
  await submitPassword(page.locator('body'), person)
  expect(await enrol(page)).not.toContain(codes[1])

  const link = await offerPassword(admin)
  await admin.context().close()
  await setPassword(page, link, 'nova frase bem comprida')
  await page.goto(readDemo().console.url)
  await submitPassword(page.locator('body'), person)
  await expect(page.getByRole('alert')).toContainText('não conferem')
  await submitPassword(page.locator('body'), { ...person, password: 'nova frase bem comprida' })
  await expect(page.getByRole('heading', { level: 1, name: 'Confirme que é você' })).toBeVisible()
  await expectAccessible(page, 'the question for a code')
})

/** Enrols an authenticator app during a sign-in. Returns the recovery codes. */
async function enrol(page: Page): Promise<string[]> {
  await expect(page.getByRole('img', { name: 'Imagem para o aplicativo autenticador' })).toBeVisible()
  await expectAccessible(page, 'an app to be enrolled')
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).innerText()).trim()
  await submitCode(page.locator('body'), secret)
  const list = page.getByRole('list', { name: 'códigos de recuperação' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  await expectAccessible(page, 'recovery codes')
  const codes = await list.allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  const done = page.getByRole('button', { name: 'Concluir' })
  await expect(done).toHaveAccessibleDescription('Antes, marque que já guardou')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar como arquivo' }).click()
  expect((await saving).suggestedFilename()).toBe('pix-console-recovery-codes.txt')
  await page.getByLabel('Já guardei em local seguro').check()
  await done.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Início' })).toBeVisible()
  return codes
}

/** Removes a person's authenticator app on the page of that person. The removal also ends the person's sessions. */
async function resetApp(admin: Page): Promise<void> {
  await expect(admin.getByRole('table', { name: 'Sessões' })).toBeVisible()
  await admin.getByRole('button', { name: 'Remover aplicativo' }).click()
  const form = dialog(admin, 'Remover aplicativo')
  await form.getByLabel('Justificativa').fill('Perdeu o celular')
  await form.getByRole('button', { name: 'Remover aplicativo' }).click()
  await expect(form).toBeHidden()
  await expect(admin.getByRole('region', { name: 'Dados' })).toContainText('Sem aplicativo')
  await expect(admin.getByRole('table', { name: 'Sessões' })).toBeHidden()
}

/** Creates a link with which a person can set a password. Starts on the page of that person. Returns the link. */
async function offerPassword(admin: Page): Promise<string> {
  await admin.getByRole('button', { name: 'Link para nova senha' }).click()
  const form = dialog(admin, 'Link para nova senha')
  await form.getByLabel('Justificativa').fill('Esqueceu a senha')
  await form.getByRole('button', { name: 'Gerar link' }).click()
  const shown = dialog(admin, 'Entregue o link')
  const link = await shown.getByLabel('link para nova senha', { exact: true }).innerText()
  await shown.getByLabel('Já guardei em local seguro').check()
  await shown.getByRole('button', { name: 'Concluir' }).click()
  await expect(shown).toBeHidden()
  return link
}

/**
 * Sets a password with a one-time link. Asserts that the person's session ends and that the link works only once.
 */
async function setPassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link)
  await expect(page).toHaveURL(/\/new-password$/)
  await page.getByLabel('Escolha uma senha').fill(password)
  await page.getByLabel('Repita a senha').fill(password)
  await expectAccessible(page, 'the choice of a password')
  await page.getByRole('button', { name: 'Trocar a senha' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Senha trocada' })).toBeVisible()
  await page.goto(readDemo().console.url)
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Este link não vale mais' })).toBeVisible()
}

test('a TOTP code that was used to sign in is refused in another browser', async ({ page, browser }) => {
  const person = await createStaff('admin')
  const code = codeOf(person.secret ?? '')
  await page.goto(readDemo().console.url)
  await submitPassword(page.locator('body'), person)
  await typeCode(page, code)
  await expect(page.getByRole('heading', { level: 1, name: 'Início' })).toBeVisible()
  const otherBrowser = await (await browser.newContext()).newPage()
  await otherBrowser.goto(readDemo().console.url)
  await submitPassword(otherBrowser.locator('body'), person)
  await typeCode(otherBrowser, code)
  await expect(otherBrowser.getByRole('alert')).toContainText('não conferem')
  await otherBrowser.context().close()
})

test('a person enrols a first authenticator app during a step-up, even if the session ends', async ({
  page,
}) => {
  await openConsole(page)
  await createKey(page, TO_REVOKE)
  await page.context().clearCookies()

  const person = await createStaff('support', { app: false })
  await signInWithForm(page, person)
  await openPage(page, 'Chaves de API')
  await page.getByRole('button', { name: `Revogar ${TO_REVOKE}` }).click()
  await dialog(page, 'Revogar chave?').getByRole('button', { name: 'Revogar' }).click()
  const stepUpDialog = dialog(page, 'Confirme que é você')
  await expect(stepUpDialog).toBeVisible()
  await page.context().clearCookies()
  await stepUpDialog.getByLabel('Senha atual').fill(person.password)
  await stepUpDialog.getByRole('button', { name: 'Continuar' }).click()
  const signInDialog = dialog(page, 'Sua sessão terminou')
  await expect(signInDialog).toBeVisible()
  // The console repeats the interrupted operation after the sign-in. Each `BeginTotp` creates a new secret for the app,
  // so the test continues only after the server's answer.
  const repeated = page.waitForResponse(
    (response) => response.url().endsWith('/graphql') && operationOf(response.request()) === 'BeginTotp',
  )
  await submitPassword(signInDialog, person)
  await repeated
  await stepUpDialog.getByLabel('Senha atual').fill(person.password)
  await stepUpDialog.getByRole('button', { name: 'Continuar' }).click()
  await submitCode(stepUpDialog, (await stepUpDialog.getByText(/^[A-Z2-7]{32}$/).innerText()).trim())
  await stepUpDialog.getByLabel('Já guardei em local seguro').check()
  await stepUpDialog.getByRole('button', { name: 'Concluir' }).click()
  await expect(page.getByRole('row', { name: TO_REVOKE })).toContainText('Revogada')
})

test('when a session ends, the person signs in again and an open form keeps its input', async ({ page }) => {
  const person = await signIn(page, await createStaff('admin'), '/api-keys')
  await page.getByRole('button', { name: 'Criar chave' }).click()
  const form = dialog(page, 'Criar chave de API')
  await form.getByLabel('Nome').fill(NEW_KEY)
  await form.getByRole('button', { name: 'Todas as permissões' }).click()
  await page.context().clearCookies()
  await form.getByRole('button', { name: 'Criar chave' }).click()

  const signInDialog = dialog(page, 'Sua sessão terminou')
  await expect(signInDialog.getByLabel('E-mail')).toHaveValue(person.email)
  await page.keyboard.press('Escape')
  await expect(signInDialog).toBeVisible()
  await signInDialog.getByLabel('Senha', { exact: true }).fill(person.password)
  await signInDialog.getByRole('button', { name: 'Entrar' }).click()
  await submitCode(signInDialog, person.secret ?? '', 1)
  const shown = dialog(page, 'Guarde a chave de API')
  await shown.getByLabel('Já guardei em local seguro').check()
  await shown.getByRole('button', { name: 'Concluir' }).click()
  await expect(page.getByRole('row', { name: NEW_KEY })).toContainText('Ativa')
})

test('a password change in another browser keeps the input of an open form', async ({ page, browser }) => {
  const person = await createStaff('support', { app: false })
  await signIn(page, person, '/charges')
  await page.getByRole('button', { name: 'Visões' }).click()
  await page.getByRole('button', { name: 'Salvar filtros atuais' }).click()
  const form = dialog(page, 'Salvar visão')
  await form.getByLabel('Nome').fill('No meio do caminho')

  const otherPage = await (await browser.newContext({ locale: 'pt-BR' })).newPage()
  await signIn(otherPage, person, '/account/security')
  const renewed = { ...person, password: 'nova frase bem comprida' }
  await changePassword(otherPage, person.password, renewed.password)

  const signInDialog = dialog(page, 'Sua sessão terminou')
  await expect(signInDialog).toBeVisible()
  await signInDialog.getByLabel('Senha', { exact: true }).fill(renewed.password)
  await signInDialog.getByRole('button', { name: 'Entrar' }).click()
  await expect(signInDialog).toBeHidden()
  await expect(form.getByLabel('Nome')).toHaveValue('No meio do caminho')
  await form.getByRole('button', { name: 'Salvar visão' }).click()
  await expect(page.getByRole('button', { name: 'Visões No meio do caminho' })).toBeVisible()
  await openPage(otherPage, 'Início')
  await otherPage.context().close()
})

/** Changes the signed-in person's password. Asserts that the form keeps its input when the two new passwords differ. */
async function changePassword(page: Page, current: string, password: string): Promise<void> {
  const form = page.getByRole('region', { name: 'Trocar a senha' })
  await form.getByLabel('Senha atual').fill(current)
  await form.getByLabel('Nova senha', { exact: true }).fill(password)
  await form.getByLabel('Repita a nova senha').fill('outra coisa')
  await form.getByRole('button', { name: 'Trocar a senha' }).click()
  await expect(form).toContainText('As duas senhas são diferentes')
  await expect(form.getByLabel('Senha atual')).toHaveValue(current)
  await form.getByLabel('Repita a nova senha').fill(password)
  await form.getByRole('button', { name: 'Trocar a senha' }).click()
  await expect(page.getByText('Senha trocada. As outras sessões terminaram.')).toBeVisible()
  await expect(form.getByLabel('Senha atual')).toHaveValue('')
}
