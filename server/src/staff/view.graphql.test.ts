import { beforeAll, expect, test } from 'vitest'
import { auditOf } from '../testing/fixtures/audit-lines.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { VIEWS_PER_STAFF_MAX } from './views/view.queries.ts'

const { world, testConsole } = await startConsole()
let ana: ConsoleClient
let bia: ConsoleClient
beforeAll(async () => {
  ana = await testConsole.signedIn('support')
  bia = await testConsole.signedIn('support')
})

interface View {
  id: string
  name: string
  search: string
  mine: boolean
  savedBy: string
}

const save = (browser: ConsoleClient, view: object) =>
  browser.send<{ saveView: View }>(
    'mutation ($v: SaveViewInput!) { saveView(view: $v) { id name search mine savedBy } }',
    { v: { page: 'charges', name: 'Atrasadas', search: '?status=created', ...view } },
  )

const remove = (browser: ConsoleClient, id: string | undefined) =>
  browser.send('mutation ($id: Uuid!) { deleteView(id: $id) }', { id })

const views = async (browser: ConsoleClient) => {
  const { data } = await browser.send<{ savedViews: View[] }>(
    '{ savedViews(page: "charges") { name mine savedBy } }',
  )
  return data?.savedViews.map(({ name, mine }) => [name, mine])
}

test('a person saves, shares and deletes a view, and no other person can change or delete it', async () => {
  const { data } = await save(ana, {})
  const id = data?.saveView.id
  expect(data?.saveView).toMatchObject({ mine: true, savedBy: 'Pessoa support' })
  expect(await views(ana)).toEqual([['Atrasadas', true]])
  expect(await views(bia)).toEqual([])
  await save(ana, { id, name: 'Sem resposta', sharedWith: 'support' })
  expect(await views(bia)).toEqual([['Sem resposta', false]])
  expect(await views(await testConsole.signedIn('finance'))).toEqual([])
  expect((await remove(bia, id)).errors[0]?.extensions.reason).toBe('view_not_found')
  expect((await save(bia, { id })).errors[0]?.extensions.reason).toBe('view_not_found')
  expect((await remove(ana, id)).data).toEqual({ deleteView: true })
  expect(await views(bia)).toEqual([])
  expect((await auditOf(world.context(), id ?? '')).map(({ action }) => action)).toEqual([
    'saved_view.save',
    'saved_view.save',
    'saved_view.delete',
  ])
})

test('a view name is unique for each person and page, and invalid fields are refused', async () => {
  await save(ana, { name: 'Hoje' })
  expect((await save(ana, { name: 'Hoje' })).errors[0]?.extensions.reason).toBe('view_name_in_use')
  expect((await save(ana, { name: 'Hoje', page: 'statement' })).errors).toEqual([])
  expect((await save(bia, { name: 'Hoje' })).errors).toEqual([])
  const faults = await save(ana, { name: '', page: 'Charges', search: 'x'.repeat(2_001) })
  expect(faults.errors[0]?.extensions.fields).toEqual([
    { path: 'page', code: 'format' },
    { path: 'name', code: 'too_short' },
    { path: 'search', code: 'too_long' },
  ])
})

test.each([
  ['?q=529.982.247-25', 'search'],
  ['?status=paid&order=52998224725', 'search'],
  ['?q=529%2E982%2E247%2D25', 'search'],
  ['?q=CPF+529+982+247+25', 'search'],
  ['?q=12.345.678%2F0001-95', 'search'],
  ['?text=12345678000195', 'search'],
  ['?52998224724', 'search'],
])('a view whose search contains a CPF or CNPJ is refused: %s', async (search, path) => {
  const refused = await save(ana, { name: 'De uma pessoa', search })
  expect(refused.errors[0]?.extensions).toMatchObject({
    code: 'validation_error',
    reason: 'document_in_view',
    fields: [{ path, code: 'not_allowed' }],
  })
  expect(await views(ana)).not.toContainEqual(['De uma pessoa', true])
})

test('a view whose name contains a CPF or CNPJ is refused, but amounts, days, ids and tokens in its search are accepted', async () => {
  const named = await save(ana, { name: 'CPF 529.982.247-25' })
  expect(named.errors[0]?.extensions).toMatchObject({
    reason: 'document_in_view',
    fields: [{ path: 'name', code: 'not_allowed' }],
  })
  const search =
    '?min=12345678901&max=12345678901234&range=2026-11-01..2026-11-20&merchant=01890000-0000-7000-8000-00000000000f&q=kept-0123456789ab'
  expect((await save(ana, { name: 'Muitos filtros', search })).errors).toEqual([])
})

test('a person cannot save more views than the limit allows', async () => {
  const carla = await testConsole.signedIn('finance')
  for (let n = 0; n < VIEWS_PER_STAFF_MAX; n++)
    expect((await save(carla, { name: `v${n}` })).errors).toEqual([])
  expect((await save(carla, { name: 'mais' })).errors[0]?.extensions.reason).toBe('view_limit')
})
