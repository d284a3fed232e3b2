import type { Text } from '../../text.ts'

/** Names of the two parts of the blocked position: the money of merchants, and the money of payers. */
export const blockedOfMerchantName: Text = ['Bloqueado do lojista', 'Blocked from the merchant']
export const heldPaymentsName: Text = ['Pagamentos retidos (dos pagadores)', 'Held payments (payers’ money)']
