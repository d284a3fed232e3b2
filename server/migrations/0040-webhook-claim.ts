import { Migration } from '@mikro-orm/migrations'
import { CLAIM_WEBHOOK_DELIVERIES } from './functions/claim-webhook-deliveries.ts'

/** Due deliveries are claimed in one round trip. */
export class AddWebhookClaim extends Migration {
  override up(): void {
    this.addSql(CLAIM_WEBHOOK_DELIVERIES)
    const signature = 'timestamptz, integer, uuid, timestamptz, integer, integer, integer'
    this.addSql(`revoke all on function claim_webhook_deliveries(${signature}) from public`)
    this.addSql(`grant execute on function claim_webhook_deliveries(${signature}) to pix_app`)
  }
}
