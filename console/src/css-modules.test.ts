import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { classesOf } from '../css-modules.ts'

const SRC = import.meta.dirname
const read = (file: string) => readFileSync(`${SRC}/${file}`, 'utf8')

/** Each use of a CSS class in the console, as text: path of the CSS module, space, class name. */
const uses = globSync('**/*.{ts,tsx}', { cwd: SRC }).flatMap((file) => {
  const source = read(file)
  const [, path] = /import classes from '(\.[^']+\.module\.css)'/.exec(source) ?? []
  const names = source.matchAll(/\bclasses\.(\w+)/g)
  return path === undefined ? [] : Array.from(names, ([, name]) => `${join(dirname(file), path)} ${name}`)
})

test('every class of a CSS module is used', () => {
  const defined = globSync('**/*.module.css', { cwd: SRC }).flatMap((file) =>
    classesOf(read(file)).map((name) => `${file} ${name}`),
  )
  expect(defined.length).toBeGreaterThan(200)
  expect(defined.filter((entry) => !uses.includes(entry))).toEqual([])
})

test('classesOf reads class names from selectors, not from comments and values', () => {
  const css = `
    /* .commented */
    .a:hover > .b::after { margin: .5rem; content: '.text'; }
    @media (width > 52.5rem) { .c, :global(.foreign) .d { color: red } }
  `
  expect(classesOf(css)).toEqual(['a', 'b', 'c', 'd'])
})
