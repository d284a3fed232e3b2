import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { describeError } from './log.ts'

test('an error of the database is logged by what it names of ours, without a value of the row', () => {
  const error = new DatabaseError('invalid input syntax for type uuid: "12345678909"', 10, 'error')
  error.detail = 'Failing row contains (12345678909, Maria José).'
  error.where = "unnamed portal parameter $1 = '12345678909'"
  error.constraint = 'charge_order_reference'
  error.code = '23505'
  const described = describeError(new Error('charge not stored', { cause: error }))
  expect(described['cause']).toMatchObject({ code: '23505', constraint: 'charge_order_reference' })
  expect(JSON.stringify(described)).not.toMatch(/12345678909|Maria/)
})
