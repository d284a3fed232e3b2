import { Migration } from '@mikro-orm/migrations'

/** Stores the idempotency key with which a person created a merchant, so that a repeated request creates one merchant. */
export class AddMerchantCreationKey extends Migration {
  override up(): void {
    for (const statement of CREATION_KEY) this.addSql(statement)
  }
}

const CREATION_KEY = [
  'alter table merchant add column creation_key text, add column creation_fingerprint bytea',
  `-- The table has one row for each merchant, so the scan is short.
  -- squawk-ignore constraint-missing-not-valid
  alter table merchant add constraint merchant_creation_key_has_fingerprint
    check ((creation_key is null) = (creation_fingerprint is null))`,
  `comment on column merchant.creation_key is
    'Idempotency key of the request that created the merchant. Null: created without a key.'`,
  `comment on column merchant.creation_fingerprint is
    'Keyed digest of the body of that request.'`,
  // Finds the merchant of a repeated request.
  `-- The table has one row for each merchant.
  -- squawk-ignore require-concurrent-index-creation
  create unique index merchant_creation_key_key on merchant (creation_key) where creation_key is not null`,
]
