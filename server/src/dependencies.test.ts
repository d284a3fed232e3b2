import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const SERVER = join(import.meta.dirname, '..')
const ROOT = join(SERVER, '..')
const names = z.record(z.string(), z.string())
const Manifest = z.object({ dependencies: names.default({}), devDependencies: names.default({}) })

const manifestOf = (folder: string) =>
  Manifest.parse(JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')))

function sourcesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file))
}

const IMPORTS = [
  /^import (?!type )[^'"]* from '([^.'][^']*)'$/gm,
  /^import '([^.'][^']*)'$/gm,
  /\bimport\('([^.'][^']*)'\)/g,
]

/** Returns the packages that files import at run time. */
function packagesIn(files: string[]): Set<string> {
  const texts = files.map((file) => readFileSync(join(ROOT, file), 'utf8'))
  const paths = texts.flatMap((text) =>
    IMPORTS.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, path = '']) => path)),
  )
  const packages = paths.map((path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'))
  return new Set(packages.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name)))
}

const isDevelopment = (file: string): boolean => /^server\/src\/(testing|simulation)\//.test(file)

test('the server imports each of its production dependencies at run time, and no other package', () => {
  const files = [...sourcesOf('server/src'), ...sourcesOf('server/migrations')]
  const imported = packagesIn(files.filter((file) => !isDevelopment(file)))
  expect(Array.from(imported).toSorted()).toEqual(Object.keys(manifestOf('server').dependencies).toSorted())
})

test('the console imports each of its production dependencies', () => {
  const imported = packagesIn(sourcesOf('console/src'))
  const unused = Object.keys(manifestOf('console').dependencies).filter((name) => !imported.has(name))
  expect(unused).toEqual([])
})

test.each(['LICENSE', 'README.md', 'docker-compose.yml', 'server/Dockerfile', '.env.example'])(
  '%s contains no carriage returns',
  (file) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).not.toContain('\r')
  },
)
