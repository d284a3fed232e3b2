import { z } from 'zod'
import { Faults } from '../kernel/input/faults.ts'
import { document, text } from '../kernel/input/fields.ts'
import type { Context } from '../kernel/context.ts'
import type { SealedColumn } from '../kernel/sealed/sealed-column.ts'
import type { Sealed } from '../kernel/vault.ts'
import { maskDocument } from '../kernel/values/document.ts'

export const BANK_ACCOUNT_TYPES = ['checking', 'savings', 'payment'] as const
export type BankAccountType = (typeof BANK_ACCOUNT_TYPES)[number]

/** The destination of payouts: an account at an institution of the Brazilian payments system. */
export interface BankAccount {
  /** The ISPB of the institution, 8 digits. */
  ispb: string
  /** The branch: 1 to 4 digits, and the check digit if there is one, such as `1234` or `1234-5`. */
  branch: string
  /** The account number: up to 20 digits and the check digit, such as `123456-7`. */
  account: string
  type: BankAccountType
  holderName: string
  /** The CPF or CNPJ of the holder, without punctuation. */
  holderDocument: string
}

/**
 * The masked form of a bank account. The form shows enough to recognise the account, but not enough to make a transfer.
 */
export interface MaskedBankAccount {
  ispb: string
  branch: string
  accountMasked: string
  type: BankAccountType
  holderName: string
  holderDocumentMasked: string
}

const Shape = z.strictObject({
  ispb: z.string().regex(/^\d{8}$/, '8 dígitos.'),
  branch: z
    .string()
    .regex(/^\d{1,4}(-[\dX])?$/, 'Até 4 dígitos, com o dígito verificador se houver: 1234-5.'),
  account: z.string().regex(/^\d{1,20}(-[\dX])?$/, 'Até 20 dígitos, com o dígito verificador: 123456-7.'),
  type: z.enum(BANK_ACCOUNT_TYPES),
  holderName: text(1, 200),
  holderDocument: document,
})

/**
 * This schema does not check the document, because some bank accounts were stored before the service checked
 * alphanumeric CNPJs.
 */
const Stored = Shape.extend({ holderDocument: z.string() })

/** Validates a bank account. @throws Problem validation_error naming the fields. */
export function checkBankAccount(account: BankAccount): void {
  const faults = new Faults()
  faults.read(Shape, account)
  faults.throwIfAny()
}

export const maskBankAccount = (account: BankAccount): MaskedBankAccount => ({
  ispb: account.ispb,
  branch: account.branch,
  accountMasked: `••••${account.account.replace('-', '').length > 4 ? account.account.slice(-4) : ''}`,
  type: account.type,
  holderName: account.holderName,
  holderDocumentMasked: maskDocument(account.holderDocument),
})

/**
 * Returns the additional authenticated data of a bank account. With this data, the ciphertext can be decrypted only in
 * its own row.
 */
const bankAccountOwner = (id: string): string => `bank-account:${id}`

/** The column with the encrypted bank accounts. */
export const SEALED_BANK_ACCOUNTS: SealedColumn = {
  table: 'merchant_bank_account',
  key: ['merchant_id', 'id'],
  box: 'box',
  keyId: 'key_id',
  owner: bankAccountOwner,
}

export const sealBankAccount = (ctx: Context, id: string, account: BankAccount): Sealed =>
  ctx.vault.seal(JSON.stringify(account), bankAccountOwner(id))

export const openBankAccount = (ctx: Context, id: string, sealed: Sealed): BankAccount =>
  Stored.parse(JSON.parse(ctx.vault.open(sealed, bankAccountOwner(id))))
