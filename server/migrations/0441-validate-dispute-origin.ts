import { Migration } from '@mikro-orm/migrations'

export class ValidateDisputeOrigin extends Migration {
  override up(): void {
    this.addSql('alter table dispute validate constraint dispute_origin_check')
  }
}
