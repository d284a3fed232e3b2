import { expect, test } from 'vitest'
import { captureLog } from '../testing/captured-log.ts'
import { correlated } from './correlation.ts'
import { Batcher } from './jobs/batcher.ts'

test('a log line written within `correlated` contains the id passed to `correlated`, unless the line sets another id', async () => {
  const { log, lines } = captureLog()
  await correlated('c-1', async () => {
    await Promise.resolve()
    log.info('in c-1')
    log.info({ correlation_id: 'c-2' }, 'about c-2')
  })
  log.info('outside')
  expect(lines.map(({ correlation_id, msg }) => [correlation_id, msg])).toEqual([
    ['c-1', 'in c-1'],
    ['c-2', 'about c-2'],
    [undefined, 'outside'],
  ])
})

test('a log line of a batch has no correlation id, because the batch may serve several requests', async () => {
  const { log, lines } = captureLog()
  const batcher = new Batcher<string>(async (items) => log.info({ items }, 'batch'), 10)
  await correlated('c-1', () => batcher.submit('item'))
  expect(lines).toEqual([{ level: 30, items: ['item'], msg: 'batch' }])
})
