import { expect, test, type Page, type Request } from '@playwright/test'
import { Merchant } from '../support/merchant.ts'
import { payQrCode } from '../support/pix-network.ts'
import { readDemo } from '../support/stack.ts'
import { openConsole } from '../support/sessions.ts'
import { chooseFullRefund, openBySearch, formatReais } from '../support/staff.ts'
import { operationOf } from '../support/operations.ts'

const isOperation = (request: Request): boolean => request.url().endsWith('/graphql')

test('neither a refund nor a sign-out that was tried while offline is sent later', async ({ page }) => {
  await openConsole(page, 'support')
  const merchant = new Merchant(readDemo().api_key)
  const charge = await merchant.createCharge(5_000)
  await payQrCode(charge.pix?.qr_code_payload ?? '')
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })
  await openBySearch(page, charge.order_reference)
  await page.getByRole('button', { name: 'Devolver', exact: true }).click()

  const sent: string[] = []
  page.on('request', (request) => isOperation(request) && sent.push(operationOf(request)))
  const form = page.getByRole('dialog', { name: 'Devolver ao pagador' })
  // Open the whole form before the browser goes offline, because opening it loads a script.
  await chooseFullRefund(form)
  await setOffline(page, true)
  await form.getByRole('button', { name: 'Devolver' }).click()
  await expect(form.getByRole('alert')).toContainText('Sem conexão: nada foi enviado.')
  await form.getByRole('button', { name: 'Cancelar' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page.getByRole('alert')).toContainText('Não foi possível sair')
  await expect(page.getByRole('heading', { level: 1, name: charge.order_reference })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sair' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: /^Conta de/ })).toBeHidden()

  sent.length = 0
  await setOffline(page, false)
  // Playwright reports requests in order. When Playwright has reported this request, Playwright has also reported all
  // requests that the page sent when the browser was online again.
  const last = page.waitForRequest('**/healthz')
  await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve))
    await fetch('/healthz')
  })
  await last
  expect(sent.filter((name) => ['RequestRefund', 'SignOut'].includes(name))).toEqual([])
  expect(await merchant.refundsOf(charge.id)).toEqual([])
  expect(await merchant.charge(charge.id)).toMatchObject({ status: 'paid' })

  await loseResponses(page, 'RequestRefund')
  await page.getByRole('button', { name: 'Devolver', exact: true }).click()
  await chooseFullRefund(form)
  await form.getByRole('button', { name: 'Devolver' }).click()
  await expect(form.getByRole('alert')).toContainText('O pedido pode ter sido feito')
  await expect(form).toContainText(`como na tentativa anterior: ${formatReais(5_000n)}`)
  await expect(form.getByLabel('Motivo')).toBeDisabled()
  await page.unroute('**/graphql')
  await form.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(form).toBeHidden()
  expect(await merchant.refundsOf(charge.id)).toHaveLength(1)
})

/** Switches the browser offline or online, and waits until the page has noticed. */
async function setOffline(page: Page, isOffline: boolean): Promise<void> {
  await page.context().setOffline(isOffline)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(!isOffline)
}

/** Lets the server execute an operation but drops its responses. */
const loseResponses = (page: Page, operation: string): Promise<unknown> =>
  page.route('**/graphql', async (route) => {
    if (operationOf(route.request()) !== operation) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
