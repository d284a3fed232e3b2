import { expect, test } from '@playwright/test'
import { openConsole } from '../support/sessions.ts'
import { readDemo } from '../support/stack.ts'
import { openPage } from '../support/staff.ts'

test('support finds a refused call in the request log and sees its invalid fields', async ({ page }) => {
  const { base_url: baseUrl, api_key: key } = readDemo()
  const refused = await fetch(`${baseUrl}/v1/pix/charges?limit=0`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(refused.status).toBe(422)
  const id = refused.headers.get('x-correlation-id') ?? ''
  await openConsole(page)
  await openPage(page, 'Chamadas da API')
  // By default the page lists only failed calls, although earlier calls were successful.
  await expect(page.getByRole('radiogroup', { name: 'Resultado' }).getByLabel('Falharam')).toBeChecked()
  const call = page
    .getByRole('table', { name: 'Chamadas da API' })
    .getByRole('link', { name: 'GET /v1/pix/charges' })
  // The service stores calls about a second after their responses.
  await expect(async () => {
    await page.goto(new URL(`/requests?correlation=${id}`, page.url()).href)
    await expect(call).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await call.click()
  const details = page.getByRole('dialog', { name: 'Detalhes da chamada' })
  await expect(details).toContainText('validation_error')
  await expect(details.getByRole('table', { name: 'Campos inválidos' })).toContainText('limit')
  await page.reload()
  await expect(details).toContainText(id)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(call).toBeVisible()

  await openPage(page, 'Chamadas da API')
  await page
    .getByRole('region', { name: 'Falhas de hoje' })
    .getByRole('link', { name: /validation_error/ })
    .click()
  await expect(call.first()).toBeVisible()
})
