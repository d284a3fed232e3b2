import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { Merchant } from '../support/merchant.ts'
import { DATA_DIR_VARIABLE } from '../support/stack.ts'
import { createKey, open, signIn } from '../support/staff.ts'

/** Of the page's query client: what it keeps. */
interface Kept {
  getAll(): { state: unknown }[]
}

/** Everything a page keeps where somebody else, or a later visit, could find it. */
const keptIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const root = document.querySelector('#root')
    const name = Object.keys(root ?? {}).find((key) => key.startsWith('__reactContainer')) ?? ''
    let client: object | undefined
    for (let at: unknown = Reflect.get(root ?? {}, name); !client && typeof at === 'object' && at !== null;) {
      const props: unknown = Reflect.get(at, 'memoizedProps') ?? {}
      const given: unknown = typeof props === 'object' && props !== null ? Reflect.get(props, 'client') : null
      if (typeof given === 'object' && given !== null && 'getQueryCache' in given) client = given
      at = Reflect.get(at, 'child')
    }
    if (!client) throw new Error('the page has no query cache to look into')
    const queries: Kept = Reflect.apply(Reflect.get(client, 'getQueryCache'), client, [])
    const mutations: Kept = Reflect.apply(Reflect.get(client, 'getMutationCache'), client, [])
    const states = [...queries.getAll(), ...mutations.getAll()]
    const cacheNames = await caches.keys().catch(() => [])
    return JSON.stringify([
      states.map(({ state }) => state),
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      history.state,
      document.cookie,
      location.href,
      document.documentElement.outerHTML,
      Array.from(document.querySelectorAll('input, textarea'), (field) => Reflect.get(field, 'value')),
      performance.getEntries().map((entry) => entry.name),
      cacheNames,
      await indexedDB.databases(),
    ])
  })

const logs = (): string => {
  const folder = join(process.env[DATA_DIR_VARIABLE] ?? '', 'logs')
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
}

async function rotateSecret(page: Page): Promise<string> {
  await open(page, 'Webhooks')
  await page.getByRole('table', { name: 'Webhooks' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Trocar segredo' }).click()
  await page
    .getByRole('dialog', { name: 'Trocar segredo' })
    .getByRole('button', { name: 'Trocar segredo' })
    .click()
  const shown = page.getByRole('dialog', { name: 'Guarde o segredo de assinatura' })
  const secret = await shown.getByLabel('Segredo de assinatura', { exact: true }).innerText()
  await shown.getByLabel('Já guardei em local seguro').check()
  await shown.getByRole('button', { name: 'Concluir' }).click()
  await expect(shown).toBeHidden()
  return secret
}

test('what is shown once is nowhere afterwards: not in the page, its caches, its addresses, nor the log', async ({
  page,
}) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const person = await signIn(page)
  const key = await createKey(page, 'Loja do segredo')
  const afterKey = await keptIn(page)
  const charge = await new Merchant(key).createCharge(4_200)
  const secret = await rotateSecret(page)
  const afterSecret = await keptIn(page)
  await open(page, 'Cobranças')
  await expect(page.getByRole('row', { name: charge.order_reference })).toBeVisible()
  const places = {
    afterKey,
    afterSecret,
    atLast: await keptIn(page),
    addresses: addresses.join(' '),
    log: logs(),
  }
  const secrets = {
    key,
    secret,
    password: person.password,
    totp: person.secret ?? 'no app',
    document: '52998224725',
  }
  expect(places.afterKey).toContain('Loja do segredo')
  expect(places.log).toContain('"operation":"CreateApiKey"')
  for (const [place, text] of Object.entries(places))
    for (const [name, value] of Object.entries(secrets))
      expect([place, name, text.includes(value)]).toEqual([place, name, false])
})
