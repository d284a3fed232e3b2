import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Breakable } from './Breakable.tsx'

const render = (text: string) => renderToStaticMarkup(createElement(Breakable, { text }))

test('a code may wrap after dots and underscores', () => {
  expect(render('item.was_held')).toBe('item.<wbr/>was_<wbr/>held')
})

test('a URL may wrap after its separators, but not between two slashes', () => {
  expect(render('https://shop.example/a?b&c')).toBe(
    'https://<wbr/>shop.<wbr/>example/<wbr/>a?<wbr/>b&amp;<wbr/>c',
  )
})
