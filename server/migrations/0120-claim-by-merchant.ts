import { Migration } from '@mikro-orm/migrations'
import { CLAIM_WEBHOOK_DELIVERIES_BY_MERCHANT } from './functions/claim-webhook-deliveries-by-merchant.ts'

/** A merchant's deliveries in flight are counted under a lock of the merchant's own, whoever claims. */
export class ClaimByMerchant extends Migration {
  override up(): void {
    this.addSql(CLAIM_WEBHOOK_DELIVERIES_BY_MERCHANT)
  }
}
