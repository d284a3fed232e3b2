import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { describeError } from './log.ts'

test('a logged database error contains the code and the constraint, but no value of the row', () => {
  const error = new DatabaseError('invalid input syntax for type uuid: "12345678909"', 10, 'error')
  error.detail = 'Failing row contains (12345678909, Maria José).'
  error.where = "unnamed portal parameter $1 = '12345678909'"
  error.constraint = 'charge_order_reference'
  error.code = '23505'
  const described = describeError(new Error('charge not stored', { cause: error }))
  expect(described['cause']).toMatchObject({ code: '23505', constraint: 'charge_order_reference' })
  expect(JSON.stringify(described)).not.toMatch(/12345678909|Maria/)
})

const program = (then: string): string[] => [
  '--input-type=module',
  '--eval',
  `import { makeLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
   makeLog('info').info('logged'); ${then}`,
]

test('a log line is written even if process.exit follows immediately', async () => {
  const ended = promisify(execFile)(process.execPath, program('process.exit()'))
  expect((await ended).stdout).toContain('"msg":"logged"')
})

test('a log line is written soon, even if no other line follows and the process keeps running', async () => {
  const child = spawn(process.execPath, program('setInterval(() => {}, 1_000)'))
  const [line] = await once(child.stdout, 'data')
  expect(String(line)).toContain('"msg":"logged"')
  child.kill()
  await once(child, 'exit')
})
