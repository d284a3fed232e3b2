import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Breakable } from './Breakable.tsx'

const render = (text: string) => renderToStaticMarkup(createElement(Breakable, { text }))

const whole = (part: string) => `<span class="nowrap">${part}</span>`

test('a code may wrap after dots and underscores', () => {
  expect(render('item.was_held')).toBe(`${whole('item.')}<wbr/>${whole('was_')}<wbr/>${whole('held')}`)
})

test('a URL may wrap after its separators, but not between two slashes', () => {
  expect(render('https://shop.example/a?b&c')).toBe(
    ['https://', 'shop.', 'example/', 'a?', 'b&amp;', 'c'].map(whole).join('<wbr/>'),
  )
})

test('a long part may also wrap at its hyphens', () => {
  expect(render('hooks/a-path-of-more-than-twenty')).toBe(
    `${whole('hooks/')}<wbr/>a-path-of-more-than-twenty`,
  )
})
