import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUTES } from '../routes.ts'
import { itNeedsScope } from '../testing/it-needs-scope.ts'
import { RestClient } from '../testing/rest-client.ts'
import { World } from '../testing/world.ts'
import { openApiOf } from './openapi.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

test('the description and its page need no key and ask no other host', async () => {
  const description = await fetch(`${world.baseUrl}/v1/openapi.json`)
  expect(description.status).toBe(200)
  expect(await description.json()).toEqual(
    JSON.parse(JSON.stringify(openApiOf(ROUTES, 'http://service.test'))),
  )
  const page = await fetch(`${world.baseUrl}/docs`)
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).not.toMatch(/https?:\/\//)
  const parts = Array.from(html.matchAll(/(?:src|href)="([^"]+)"/g), ([, path = '']) => path)
  for (const path of parts) expect((await fetch(world.baseUrl + path)).status).toBe(200)
})

test('every route is described once, with its scope, its answers and its refusals', () => {
  const { paths } = JSON.parse(JSON.stringify(openApiOf(ROUTES, 'http://service.test')))
  for (const route of ROUTES) {
    const operation = paths[route.path.replaceAll(/:(\w+)/g, '{$1}')][route.method]
    expect(operation['x-scope']).toBe(route.scope === 'any' ? null : route.scope)
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining([...Object.keys(route.answers), '401', '422', '429']),
    )
  }
})

for (const route of ROUTES) itNeedsScope(() => world, route, route.scope)

test('an unknown route is told before the key is asked for, a wrong method with those that there are', async () => {
  const nobody = new RestClient(world.baseUrl, undefined)
  expect(await nobody.get('/v1/nothing')).toMatchObject({
    status: 404,
    body: { error: { code: 'not_found', details: { reason: 'route_not_found' } } },
  })
  const wrong = await nobody.delete('/v1/pix/charges')
  expect(wrong).toMatchObject({ status: 405, body: { error: { code: 'method_not_allowed' } } })
  expect(wrong.headers.get('allow')).toBe('POST, GET')
})
