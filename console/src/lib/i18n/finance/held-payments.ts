import type { Text } from '../../text.ts'

/** The part of the blocked money that belongs to payers. */
export const heldPaymentsName: Text = ['Pagamentos retidos (dos pagadores)', 'Held payments (payers’ money)']
