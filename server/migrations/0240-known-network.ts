import { Migration } from '@mikro-orm/migrations'

/** The networks from which each person has signed in: an attack on the account from elsewhere does not stop them there. */
export class AddKnownNetwork extends Migration {
  override up(): void {
    this.addSql(STAFF_KNOWN_NETWORK)
    this.addSql('create index staff_known_network_by_time on staff_known_network (last_success_at)')
    this.addSql('grant select, insert, update, delete on staff_known_network to pix_app')
  }
}

const STAFF_KNOWN_NETWORK = `
  create table staff_known_network (
    staff_id uuid not null references staff,
    network cidr not null,
    last_success_at timestamptz(3) not null,
    primary key (staff_id, network)
  )`
