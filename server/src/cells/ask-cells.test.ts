import { expect, test } from 'vitest'
import { makeLog } from '../kernel/log.ts'
import { Problem } from '../kernel/problem.ts'
import { askCells } from './ask-cells.ts'

const log = makeLog('silent')
const cells = [{ id: 'main' }, { id: 'a' }, { id: 'b' }]

const refuse = (code: 'forbidden' | 'service_unavailable') => () => Promise.reject(new Problem(code))

test('the answers of several cells keep the order of the cells, and a cell that fails is named', async () => {
  const asked = await askCells(
    cells,
    ({ id }) =>
      id === 'a' ? Promise.reject(new Error('connection refused')) : Promise.resolve(`page of ${id}`),
    { log },
  )
  expect(asked).toEqual({
    answers: [
      { cell: 'main', value: 'page of main' },
      { cell: 'b', value: 'page of b' },
    ],
    missing: ['a'],
  })
})

test('askCells rejects if a cell refuses with `forbidden`, but lists cells that refuse with `service_unavailable` as missing', async () => {
  await expect(askCells(cells, refuse('forbidden'), { log })).rejects.toMatchObject({ code: 'forbidden' })
  const unavailable = await askCells(cells, refuse('service_unavailable'), { log })
  expect(unavailable.missing).toEqual(['main', 'a', 'b'])
})
