import type { Text } from '../../text.ts'
import type { Position } from '../../values/status.ts'
import { positionName } from '../status.ts'

/** Names of the two parts of the blocked position: the money of merchants, and the money of payers. */
export const blockedOfMerchantName: Text = ['Bloqueado do lojista', 'Blocked merchant funds']
export const heldPaymentsName: Text = ['Pagamentos retidos (dos pagadores)', 'Held payments (payers’ money)']

const blockedAndHeldName: Text = ['Bloqueado e retido', 'Blocked and held']

/** Returns the name of a position whose amount contains held payments. */
export const nameWithHeld = (position: Position): Text =>
  position === 'case_hold' ? blockedAndHeldName : positionName[position]

/** Returns the name of a position whose amount does not contain held payments. */
export const nameWithoutHeld = (position: Position): Text =>
  position === 'case_hold' ? blockedOfMerchantName : positionName[position]
