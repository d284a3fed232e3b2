import { Migration } from '@mikro-orm/migrations'

/** A reservation of a payout carries the idempotency key of its request, so that repeating the request reserves once. */
export class AddPayoutKey extends Migration {
  override up(): void {
    this.addSql(`
      alter table payout
        add column idempotency_key text check (char_length(idempotency_key) between 8 and 120),
        add column fingerprint bytea check (octet_length(fingerprint) = 32),
        add constraint payout_key_has_fingerprint check ((idempotency_key is null) = (fingerprint is null)),
        add constraint payout_idempotency_key unique (merchant_id, idempotency_key)`)
  }
}
