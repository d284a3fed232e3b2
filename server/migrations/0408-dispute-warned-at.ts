import { Migration } from '@mikro-orm/migrations'

/** Describes the column that stores when a merchant was last warned of the deadline of a dispute. */
export class DescribeDisputeWarnings extends Migration {
  override up(): void {
    this.addSql(`comment on column dispute.deadline_told_at is
      'When the event dispute.deadline was last emitted. Null before the first warning.'`)
  }
}
