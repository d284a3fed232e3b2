import { z } from 'zod'
import { Faults } from './faults.ts'
import { text } from './fields.ts'

/**
 * Validates the reason for a staff action. @throws Problem validation_error when the reason does not have 1 to 500
 * characters.
 */
export function checkReason(reason: string): void {
  const faults = new Faults()
  faults.read(z.object({ reason: text(1, 500) }), { reason })
  faults.throwIfAny()
}
