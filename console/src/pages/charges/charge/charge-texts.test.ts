import { expect, test } from 'vitest'
import { canBePaid } from '../../../../../server/src/charges/charge-status.ts'
import { CHARGE_STATUSES, isOpen } from '../../../lib/values/status.ts'
import { charge, closedCode } from './charge-texts.ts'

test('the console says that a late payment counts exactly for the statuses in which the server accepts one', () => {
  const closed = CHARGE_STATUSES.filter((status) => !isOpen(status))
  expect(closed.filter((status) => closedCode(status) === charge.codeExpired)).toEqual(
    closed.filter((status) => canBePaid(status)),
  )
})
