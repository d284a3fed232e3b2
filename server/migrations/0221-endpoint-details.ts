import { Migration } from '@mikro-orm/migrations'

/**
 * What an endpoint is for, in its merchant's words, and what its last failed attempt failed with; when that was stands
 * in last_failure_at.
 */
export class AddEndpointDetails extends Migration {
  override up(): void {
    this.addSql(`alter table webhook_endpoint
      add column description text check (char_length(description) between 1 and 140),
      add column last_error_class text,
      add column last_error_status integer`)
  }
}
