import { expect, test, type Page } from '@playwright/test'
import { dumpPageStorage } from '../support/page-storage.ts'
import { Merchant, type Charge } from '../support/merchant.ts'
import { openWindow } from '../support/open-window.ts'
import { documentIdOf } from '../support/operations.ts'
import { payQrCode } from '../support/pix-network.ts'
import { openConsole } from '../support/sessions.ts'
import { readDemo } from '../support/stack.ts'
import {
  chooseFullRefund,
  openBySearch,
  openPage,
  submitPassword,
  signIn,
  createStaff,
  type Person,
} from '../support/staff.ts'

const account = (page: Page) => page.getByRole('button', { name: /^Conta de/ })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function aPaidCharge(merchant: Merchant): Promise<Charge> {
  const charge = await merchant.createCharge(5_000)
  await payQrCode(charge.pix?.qr_code_payload ?? '')
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })
  return charge
}

/** Sets `window.wasSeen` when the page contains the text while no sign-in dialog is open. */
const watchForText = (page: Page, text: string): Promise<unknown> =>
  page.evaluate((sought) => {
    const checkPage = () => {
      const isDialogOpen = document.querySelector('[data-auth-dialog]') !== null
      if (!isDialogOpen && document.body.textContent.includes(sought)) Reflect.set(window, 'wasSeen', true)
    }
    new MutationObserver(checkPage).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  }, text)

const WITHOUT_APP = { app: false }

test('after another person signs in, no data of the first person is in the page, its caches, requests or URL', async ({
  page,
}) => {
  const [former, next] = await Promise.all([
    createStaff('support', WITHOUT_APP),
    createStaff('auditor', WITHOUT_APP),
  ])
  await signIn(page, former)
  const merchant = new Merchant(readDemo().api_key)
  const charge = await aPaidCharge(merchant)
  await openBySearch(page, charge.order_reference)
  await page.getByRole('button', { name: 'Devolver', exact: true }).click()
  await chooseFullRefund(page.getByRole('dialog', { name: 'Devolver ao pagador' }))
  const address = page.url()
  await page.context().clearCookies()
  await page
    .getByRole('dialog', { name: 'Devolver ao pagador' })
    .getByRole('button', { name: 'Devolver' })
    .click()

  const signInDialog = page.getByRole('dialog', { name: 'Sua sessão terminou' })
  await submitPassword(signInDialog, { ...next, password: 'a wrong password' })
  await expect(signInDialog.getByRole('alert')).toContainText('não conferem')
  await watchForText(page, charge.order_reference)
  const requestBodies: string[] = []
  page.on('request', (request) => requestBodies.push(request.postData() ?? ''))
  // Until the sign-in succeeds, the page behind the dialog may refresh its data, and gets 401. So only the requests
  // after the sign-in count.
  page.on('response', (response) => {
    if (response.request().postData()?.includes(documentIdOf('SignIn')) === true) requestBodies.length = 0
  })
  await submitPassword(signInDialog, next)
  await expect(heading(page, 'Início')).toBeVisible()
  await expect(signInDialog).toBeHidden()
  expect(await page.evaluate(() => Reflect.get(window, 'wasSeen'))).toBe(undefined)
  expect(requestBodies.filter((body) => body.includes(charge.id))).toEqual([])
  expect(await merchant.refundsOf(charge.id)).toEqual([])
  const storage = await dumpPageStorage(page)
  for (const text of [charge.order_reference, charge.id, former.email]) expect(storage).not.toContain(text)
  await signOutEverywhere(page, address, [next, former])
})

/**
 * Asserts that signing out in one tab ends the session in both. Then signs in `second`, who gets the home page, and
 * `first`, who gets the page at `address` again.
 */
async function signOutEverywhere(
  page: Page,
  address: string,
  [first, second]: [Person, Person],
): Promise<void> {
  const otherTab = await openWindow(page)
  await otherTab.goto(address)
  await expect(otherTab.getByRole('button', { name: 'Devolver', exact: true })).toBeVisible()
  await account(page).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  for (const tab of [page, otherTab]) {
    await expect(heading(tab, 'Entrar')).toBeVisible()
    expect(tab.url()).not.toContain('/charges/')
  }
  await page.goto(address)
  await submitPassword(page.locator('body'), second)
  await expect(heading(page, 'Início')).toBeVisible()
  expect(page.url()).not.toContain('/charges/')
  await submitPassword(otherTab.locator('body'), first)
  await expect(otherTab.getByRole('button', { name: 'Devolver', exact: true })).toBeVisible()
  await expect(account(page)).toHaveAccessibleName((await account(otherTab).getAttribute('aria-label')) ?? '')
}

test('the console warns before a session ends and can extend the session', async ({ page }) => {
  await openConsole(page)
  let secondsLeft: string | null = '90'
  await page.route('**/graphql', async (route) => {
    const answer = await route.fetch()
    const headers = answer.headers()
    if (secondsLeft !== null) headers['x-session-seconds-left'] = secondsLeft
    await route.fulfill({ response: answer, headers })
  })
  await openPage(page, 'Cobranças')
  const warning = page.getByRole('dialog', { name: 'Sua sessão está para terminar' })
  await expect(warning).toContainText(/termina em \d+ segundos/)
  secondsLeft = null
  await warning.getByRole('button', { name: 'Continuar conectado' }).click()
  await expect(warning).toBeHidden()
})
