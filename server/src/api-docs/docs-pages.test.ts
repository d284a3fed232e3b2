import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUTES } from '../routes.ts'
import { World } from '../testing/world.ts'
import { describeApi } from './describe-api.ts'
import { GUIDES, LANGUAGES, readGuides } from './guides.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'guides')
const guides = readGuides()

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

test('the OpenAPI document and its page need no API key, and the page loads nothing from another host', async () => {
  const description = await fetch(`${world.baseUrl}/v1/openapi.json`)
  expect(description.status).toBe(200)
  expect(await description.json()).toEqual(
    JSON.parse(JSON.stringify(describeApi(ROUTES, 'http://service.test'))),
  )
  const page = await fetch(`${world.baseUrl}/docs`)
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).not.toMatch(/https?:\/\//)
  const parts = Array.from(html.matchAll(/(?:src|href)="([^"]+)"/g), ([, path = '']) => path)
  expect(parts.length).toBeGreaterThan(3)
  for (const path of parts) expect((await fetch(world.baseUrl + path)).status).toBe(200)
})

test('/docs/en opens the first guide in English', async () => {
  const page = await fetch(`${world.baseUrl}/docs/en`)
  expect([page.status, page.url]).toEqual([200, `${world.baseUrl}/docs/en/quickstart`])
})

test.each(['/v1/openapi.json', '/docs/assets/scalar.js', '/docs/en/webhooks'])(
  '%s is sent with gzip, and uncompressed with the same content to a client that refuses gzip',
  async (path) => {
    const get = (accepted: string) =>
      fetch(world.baseUrl + path, { headers: { 'accept-encoding': accepted } })
    const [gzipped, plain] = [await get('gzip, br'), await get('gzip;q=0')]
    expect([gzipped, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null])
    for (const name of ['content-type', 'cache-control', 'vary'])
      expect([name, gzipped.headers.get(name)]).toEqual([name, plain.headers.get(name)])
    expect(plain.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(await gzipped.text()).toBe(await plain.text())
  },
)

test('every guide exists in every language, and the folders of the guides contain no other file', () => {
  for (const language of LANGUAGES)
    expect(readdirSync(join(FOLDER, language)).toSorted()).toEqual(
      GUIDES.map((name) => `${name}.md`).toSorted(),
    )
})

test.each(guides)(
  'the guide $path has a title, a summary, an HTML page, a Markdown file, and no dead links',
  async ({ path, title, summary, markdown }) => {
    expect([title, summary]).not.toContain('')
    const page = await fetch(world.baseUrl + path)
    const html = await page.text()
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(html).toContain(`<title>${title}</title>`)
    expect(html).toContain('aria-current="page"')
    expect(html).not.toMatch(/(?:src|href)="https?:/)
    const links = new Set(Array.from(html.matchAll(/href="([^"#]+)/g), ([, link = '']) => link))
    for (const link of links) expect([link, (await fetch(world.baseUrl + link)).status]).toEqual([link, 200])
    const raw = await fetch(`${world.baseUrl}${path}.md`)
    expect(raw.headers.get('content-type')).toContain('text/markdown')
    expect(await raw.text()).toBe(markdown)
  },
)

test('llms.txt links to the Markdown of every guide and to the OpenAPI document', async () => {
  const text = await (await fetch(`${world.baseUrl}/llms.txt`)).text()
  for (const { path } of guides) expect(text).toContain(`(http://service.test${path}.md)`)
  for (const path of ['/v1/openapi.json', '/docs/pix-listen.mjs'])
    expect(text).toContain(`(http://service.test${path})`)
})

const read = (language: string, name: string) => readFileSync(join(FOLDER, language, `${name}.md`), 'utf8')
const codeOf = (text: string) =>
  Array.from(text.matchAll(/```(?:js|python|go|java|php|csharp)\n[\s\S]+?```/g), String)
const daysOf = (text: string) => Array.from(text.matchAll(/^## (.+)$/gm), ([, day]) => day)

test('in both languages, the webhook guide has the same code, and the changelog has the same days', () => {
  expect(codeOf(read('en', 'webhooks'))).toEqual(codeOf(read('pt', 'webhooks')))
  expect(codeOf(read('en', 'webhooks'))).toHaveLength(6)
  expect(daysOf(read('en', 'changelog'))).toEqual(daysOf(read('pt', 'changelog')))
})

test('every operation that a guide mentions exists in the OpenAPI document', () => {
  const document = JSON.stringify(describeApi(ROUTES, 'http://service.test'))
  const { paths } = JSON.parse(document)
  const named = guides.flatMap(({ path, markdown }) =>
    Array.from(
      markdown.matchAll(/`(GET|POST|PATCH|DELETE) (\/v1\/[^`?\s]+)[^`]*`/g),
      ([, method = '', route = '']) => ({
        path,
        method: method.toLowerCase(),
        route: route.replace('{data}', '{date}'),
      }),
    ),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ method, route }) => !paths[route]?.[method])).toEqual([])
})
