import { expect, test } from '@playwright/test'
import { operationOf } from '../support/operations.ts'
import { navigate } from '../support/routes.ts'
import { openConsole } from '../support/sessions.ts'

test('a ledger is not shown as balanced when its verification checked none of its entries', async ({
  page,
}) => {
  await openConsole(page)
  const checkedNothing = { sound: true, checkedNothing: true, entriesCount: 0, findingsCount: 0 }
  const finishedAt = new Date().toISOString()
  const verdict = { ...checkedNothing, id: 'v', startedAt: finishedAt, finishedAt, merchantsCount: 1 }
  let last: object | null = { ...verdict, requestedBy: 'cli', findings: [] }
  await page.route('**/graphql', async (route) => {
    if (!/^(LedgerVerdict|Home)$/.test(operationOf(route.request()))) return route.continue()
    const response = await route.fetch()
    const text = JSON.stringify(await response.json(), (name, value: unknown) =>
      name === 'ledgerVerdict' ? last : value,
    )
    return route.fulfill({ response, body: text })
  })
  const main = page.getByRole('main')
  const expectUnverified = async (text: string | RegExp = 'Razão: ainda não verificado') => {
    await expect(main.getByText(text)).toBeVisible()
    await expect(main.getByText('Razão: confere')).toHaveCount(0)
  }

  await navigate(page, '/reconciliation')
  await expectUnverified(/Última verificação .+: nenhum lançamento conferido/)
  await expect(main.getByText('Problemas', { exact: true })).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Verificar agora' })).toBeVisible()
  await navigate(page, '/')
  await page.reload()
  await expectUnverified('Razão: nenhum lançamento conferido')

  last = null
  await page.reload()
  await expectUnverified()
  await navigate(page, '/reconciliation')
  await page.reload()
  await expectUnverified()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
