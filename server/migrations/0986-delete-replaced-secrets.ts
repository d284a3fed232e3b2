import { Migration } from '@mikro-orm/migrations'

/**
 * Deletes the replaced secrets of receiving accounts that earlier builds kept. No process reads them. A replaced callback
 * secret stays, because it is valid until the PSP has registered the new callback URL.
 */
export class DeleteReplacedSecrets extends Migration {
  override up(): void {
    this.addSql(DELETE)
  }
}

const DELETE = `
  delete from pix_account_secret s
  where s.kind <> 'callback_secret'
    and exists (
      select from pix_account_secret newer
      where newer.pix_account_id = s.pix_account_id and newer.kind = s.kind and newer.version > s.version)`
