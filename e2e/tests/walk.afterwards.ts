import { expect, test } from '@playwright/test'
import { takeInMerchant } from '../support/merchant.ts'
import { readDemo } from '../support/stack.ts'
import { reais, signIn } from '../support/staff.ts'

/** Rows of a list that are read at once. */
const PAGE = 50

test('J goes on where the page that was read ends', async ({ page }) => {
  test.setTimeout(90_000)
  await signIn(page)
  const { id, shop } = await takeInMerchant('Loja Longa', ['--write-rate', '200'])
  for (let n = 0; n <= PAGE; n += 1) await shop.createCharge(100 + n)
  await page.goto(new URL(`/charges?merchant=${id}`, readDemo().console.url).href)
  const rows = page.getByRole('table', { name: 'Cobranças' }).locator('tbody tr')
  await expect(rows).toHaveCount(PAGE)
  await rows.last().getByRole('link').first().click()
  await expect(page.getByText(reais(101n)).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Próximo item da lista' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByText(reais(100n)).first()).toBeVisible()
})
