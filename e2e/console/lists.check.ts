import { expect, test, type Page, type Route } from '@playwright/test'
import { navigate } from '../support/routes.ts'
import { openConsole } from '../support/sessions.ts'
import { querySql } from '../support/sql.ts'
import { readDemo } from '../support/stack.ts'
import { operationOf } from '../support/operations.ts'
import { CORRELATION, respondEmpty, respondError, LISTS, forPageContent } from '../support/states.ts'

/** For each list: the text that it shows when it has no rows, and a URL filter that matches no row. */
const EMPTY: Record<string, [text: string, filter?: string]> = {
  charges: ['Nenhuma cobrança ainda', 'status=cancelled'],
  cases: ['Nenhum caso aberto', 'kind=dispute'],
  payouts: ['Nenhum repasse ainda', 'state=paid'],
  statement: ['Nenhum lançamento ainda', 'position=available'],
  reconciliation: ['Nenhuma divergência em aberto( de .+)?'],
  merchants: ['Nenhum lojista ainda'],
  webhooks: ['Nenhum endpoint registrado'],
  'webhooks/replays': ['Nenhum reenvio em lote'],
  'api-keys': ['Nenhuma chave ainda'],
  users: ['Ninguém ainda'],
  audit: ['Nada registrado', 'act=staff.sign_in'],
}

/** The names of buttons that act on the records of a page. */
const ACTIONS = /^(Exportar|Verificar|Registrar|Criar|Convidar|Novo)/

/**
 * Intercepts the operations of the page content and delays their answers. Returns a function that sets a handler for
 * the delayed and all later requests.
 */
async function interceptContent(
  page: Page,
): Promise<(how: (route: Route) => Promise<unknown>) => Promise<void>> {
  const heldRoutes: Route[] = []
  const hold = (route: Route) => Promise.resolve(heldRoutes.push(route))
  let answer: (route: Route) => Promise<unknown> = hold
  await page.route(
    '**/graphql',
    forPageContent((route) => answer(route)),
  )
  return async (how) => {
    answer = how === HELD ? hold : how
    if (how !== HELD) await Promise.all(heldRoutes.splice(0).map(how))
  }
}

/** The handler that leaves requests unanswered until the test sets another handler. */
const HELD = () => Promise.resolve()

test('every list shows different states for loading, failure, no rows, no matching rows and no access', async ({
  page,
}) => {
  await openConsole(page)
  const main = page.getByRole('main')
  const answer = await interceptContent(page)
  for (const list of LISTS) {
    const [text = '', filter] = EMPTY[list] ?? []
    const nothing = main.getByRole('paragraph').filter({ hasText: new RegExp(`^${text}$`) })
    await test.step(list, async () => {
      await answer(HELD)
      await navigate(page, `/${list}`)
      await expect(main.getByRole('status', { name: 'Carregando' }).first()).toBeVisible()
      await expect(main.getByRole('row')).toHaveCount(0)

      await answer(respondError('INTERNAL_SERVER_ERROR'))
      const failure = main.getByRole('alert').filter({ hasText: 'Não foi possível carregar' })
      await expect(failure.first()).toContainText(CORRELATION)
      await expect(failure.first().getByRole('button', { name: /correlação/ })).toBeVisible()

      await answer(respondEmpty)
      const retryButton = main.getByRole('button', { name: 'Tentar de novo' })
      for (let remaining = await retryButton.count(); remaining > 0; remaining -= 1) {
        await retryButton.first().click()
        await expect(retryButton).toHaveCount(remaining - 1)
      }
      await expect(nothing).toBeVisible()
      await expect(main.getByRole('button', { name: 'Limpar filtros' })).toHaveCount(0)

      if (filter === undefined) return
      await navigate(page, `/${list}?${filter}`)
      await expect(
        main.getByRole('paragraph').filter({ hasText: 'Nada corresponde aos filtros' }),
      ).toBeVisible()
      await expect(nothing).toHaveCount(0)
      await main.getByRole('button', { name: 'Limpar filtros' }).last().click()
      await expect(nothing).toBeVisible()
      expect(page.url()).not.toContain(filter)
    })
  }

  await answer(respondError('FORBIDDEN'))
  await page.reload()
  for (const list of LISTS) {
    await navigate(page, `/${list}`)
    await expect(main.getByText('Seu perfil não tem acesso').first(), list).toBeVisible()
    await expect(main.getByText(/^Têm acesso a “.+” os perfis .+ Seu perfil é/).first(), list).toBeVisible()
    await expect(main.getByRole('button', { name: ACTIONS }), list).toHaveCount(0)
    await expect(main.getByRole('alert'), list).toHaveCount(0)
    await expect(main.getByRole('button', { name: 'Tentar de novo' }), list).toHaveCount(0)
  }
})

test('empty reconciliation and home pages name the chosen merchant', async ({ page }) => {
  await openConsole(page)
  const id = readDemo().gateway_id
  const [merchant] = await querySql('select name from merchant where id = $1', [id])
  const name = merchant?.['name'] ?? ''
  expect(name).not.toBe('')
  await page.route('**/graphql', forPageContent(respondEmpty))
  const paragraph = (text: string) => page.getByRole('main').getByText(text, { exact: true })

  await navigate(page, `/reconciliation?merchant=${id}`)
  await expect(paragraph(`Nenhuma divergência em aberto de ${name}`).last()).toBeVisible()
  await navigate(page, '/reconciliation?merchant=all')
  await expect(paragraph('Nenhuma divergência em aberto').last()).toBeVisible()
  await expect(paragraph('A rede e os registros dizem o mesmo.')).toBeVisible()

  await navigate(page, `/?merchant=${id}`)
  await expect(paragraph(`Nenhuma pendência de ${name}.`)).toBeVisible()
  await navigate(page, '/?merchant=all')
  await expect(paragraph('Nenhuma pendência.')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the pages of one merchant say how many other merchants need attention, and why the first three do', async ({
  page,
}) => {
  const first = ['Ana', 'Bia', 'Caio'].map((name) => ({
    kinds: ['dispute', 'endpoint_paused'],
    merchant: { id: name, name },
  }))
  await page.route('**/graphql', (route) =>
    operationOf(route.request()) === 'OtherMerchants'
      ? route.fulfill({ json: { data: { otherMerchantsWithAttention: { count: 5, records: 7, first } } } })
      : route.continue(),
  )
  // Open the console only now, because it caches the answer for some seconds.
  await openConsole(page)
  const why = '(Contestação em aberto, Endpoint em pausa)'
  for (const [path, hasText, named] of [
    ['/', '5 outros lojistas precisam de atenção', `Ana ${why}, Bia ${why}, Caio ${why} e mais 2`],
    ['/reconciliation', '5 outros lojistas têm divergências', 'Ana, Bia, Caio e mais 2'],
    [
      '/webhooks',
      '7 endpoints com problema de 5 outros lojistas',
      `Ana ${why}, Bia ${why}, Caio ${why} e mais 2`,
    ],
  ] as const) {
    const notice = page.getByRole('note').filter({ hasText })
    await navigate(page, `${path}?merchant=${readDemo().gateway_id}`)
    await expect(notice).toContainText(named)
    await notice.getByRole('link', { name: 'Ver todos os lojistas' }).click()
    await expect(page.getByRole('combobox', { name: 'Lojista' })).toHaveValue('Todos os lojistas')
    await expect(notice).toHaveCount(0)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('without a chosen merchant, the page of the API keys names the number of active keys of each merchant', async ({
  page,
}) => {
  await openConsole(page, 'admin', '/api-keys?merchant=all')
  const merchant = page.getByRole('main').getByRole('link', { name: /Torrefação Boa Vista/ })
  await expect(merchant).toContainText(/\d+ chaves? ativas?/)
})
