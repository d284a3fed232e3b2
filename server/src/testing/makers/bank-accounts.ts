import type { BankAccount } from '../../merchants/bank-account.ts'
import { setBankAccount } from '../../payouts/set-bank-account.ts'
import type { World } from '../world.ts'

export const BANK_ACCOUNT: BankAccount = {
  ispb: '60701190',
  branch: '0910',
  account: '7654321-X',
  type: 'checking',
  holderName: 'Padaria São João Ltda',
  holderDocument: '12345678000195',
}

/** Agrees a bank account with a merchant, as the console does. */
export const aBankAccount = (world: World, merchantId: string, changes: Partial<BankAccount> = {}) =>
  setBankAccount(world.context('staff:ana'), merchantId, { ...BANK_ACCOUNT, ...changes })
