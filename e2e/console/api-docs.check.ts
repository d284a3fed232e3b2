import { expect, test } from '@playwright/test'
import { readDemo } from '../support/stack.ts'

test.use({ colorScheme: 'dark' })

test('the API reference opens in dark mode, shows recorded examples and loads nothing from other hosts', async ({
  page,
}) => {
  const { base_url } = readDemo()
  const faults: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(base_url) && !/^(data|blob):/.test(request.url()))
      faults.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(`${base_url}/docs#tag/charges/POST/v1/pix/charges`)
  await expect(page.getByRole('heading', { name: 'Cria uma cobrança Pix' }).first()).toBeVisible()
  await expect(page.locator('body')).toContainText('pedido-1024-tentativa-1')
  await expect(page.locator('body')).toHaveClass(/dark-mode/)
  expect(faults).toEqual([])
})
