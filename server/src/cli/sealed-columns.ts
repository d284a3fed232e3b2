import { SEALED_DOCUMENTS } from '../charges/payer-document.ts'
import { SEALED_FILE_KEYS } from '../disputes/files/seal-file.ts'
import type { SealedColumn } from '../kernel/sealed/sealed-column.ts'
import { SEALED_BANK_ACCOUNTS } from '../merchants/bank-account.ts'
import { SEALED_ACCOUNT_SECRETS } from '../pix-accounts/account-secrets.ts'
import { SEALED_TOTP_SECRETS } from '../staff/second-factor/totp-store.ts'
import { SEALED_ENDPOINT_SECRETS } from '../webhooks/endpoints/secret.ts'

/** Every column with values that the vault sealed. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...SEALED_ENDPOINT_SECRETS,
  SEALED_DOCUMENTS,
  SEALED_BANK_ACCOUNTS,
  ...SEALED_TOTP_SECRETS,
  SEALED_FILE_KEYS,
  SEALED_ACCOUNT_SECRETS,
]
