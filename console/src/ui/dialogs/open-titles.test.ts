import { expect, test } from 'vitest'
import { addOpenTitle, topmostTitle } from './open-titles.ts'

test('the topmost title is the title of the last opened dialog that is still open', () => {
  const removeFirst = addOpenTitle('Registrar repasse')
  const removeSecond = addOpenTitle('Mostrar documento')
  expect(topmostTitle()).toBe('Mostrar documento')
  removeSecond()
  expect(topmostTitle()).toBe('Registrar repasse')
  removeFirst()
  expect(topmostTitle()).toBeUndefined()
})
