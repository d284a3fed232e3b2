import { Migration } from '@mikro-orm/migrations'
import { CLAIM_WEBHOOK_DELIVERIES_BY_HEALTH } from './functions/claim-webhook-deliveries-by-health.ts'

/** Adds a claim that limits unhealthy endpoints. The function of the previous build, with seven parameters, stays. */
export class ClaimByHealth extends Migration {
  override up(): void {
    this.addSql(CLAIM_WEBHOOK_DELIVERIES_BY_HEALTH)
    const signature = 'timestamptz, integer, uuid, timestamptz, integer, integer, integer, integer'
    this.addSql(`revoke all on function claim_webhook_deliveries(${signature}) from public`)
    this.addSql(`grant execute on function claim_webhook_deliveries(${signature}) to pix_app`)
  }
}
