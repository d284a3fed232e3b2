import { expect, test, type Page } from '@playwright/test'
import { createMerchant } from '../support/merchant.ts'
import { readDemo } from '../support/stack.ts'
import { submitDialog, signIn, createStaff } from '../support/staff.ts'

const suspended = (page: Page) => page.getByRole('note').filter({ hasText: 'Repasses suspensos' })

test('finance suspends payouts for a reason, which support reads to the merchant, and resumes them', async ({
  page,
  browser,
}) => {
  const { id } = await createMerchant('Loja Parada', [])
  const address = new URL(`/merchants/${id}`, readDemo().console.url).href
  const why = 'Documentos vencidos desde março'
  const finance = await createStaff('finance')
  await signIn(page, finance)
  await page.goto(address)
  await submitDialog(page, 'Suspender repasses', (form) => form.getByLabel('Justificativa').fill(why))
  await expect(page.getByRole('button', { name: 'Retomar repasses' })).toBeVisible()

  const desk = await browser.newPage()
  await signIn(desk, await createStaff('support'))
  await desk.goto(address)
  await expect(suspended(desk)).toContainText('Suspensão manual')
  await expect(suspended(desk)).toContainText(why)

  await submitDialog(page, 'Retomar repasses', (form) =>
    form.getByLabel('Justificativa').fill('Documentos novos'),
  )
  await expect(suspended(page)).toHaveCount(0)
  await desk.reload()
  await expect(desk.getByRole('heading', { level: 1, name: 'Loja Parada' })).toBeVisible()
  await expect(suspended(desk)).toHaveCount(0)
  await desk.close()
})
