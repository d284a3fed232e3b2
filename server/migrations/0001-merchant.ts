import { Migration } from '@mikro-orm/migrations'

/** The merchant account («gateway» on the wire) with the terms of its contract, and the house's own. */
export class AddMerchant extends Migration {
  override up(): void {
    this.addSql(`
      create table merchant (
        id uuid primary key,
        name text not null check (char_length(name) between 1 and 200),
        document text not null check (document ~ '^[0-9A-Z]{11,14}$'),
        environment text not null check (environment in ('production', 'sandbox')),
        pix_enabled boolean not null,
        fee_percent_bps integer not null check (fee_percent_bps between 0 and 10000),
        fee_fixed_cents bigint not null check (fee_fixed_cents >= 0),
        reserve_bps integer not null check (reserve_bps between 0 and 10000),
        reserve_days integer not null check (reserve_days between 0 and 3650),
        settlement_delay_days integer not null check (settlement_delay_days between 0 and 365),
        refund_fee_policy text not null check (refund_fee_policy in ('prorata', 'keep')),
        amount_ceiling_cents bigint check (amount_ceiling_cents > 0),
        write_rate integer not null check (write_rate > 0),
        read_rate integer not null check (read_rate > 0),
        search_rate integer not null check (search_rate > 0),
        payouts_by_service boolean not null,
        payouts_suspended boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`)
    this.addSql('grant select, insert, update on merchant to pix_app')
    // Readiness asks whether every migration was applied.
    this.addSql('grant select on migration to pix_app')
  }
}
