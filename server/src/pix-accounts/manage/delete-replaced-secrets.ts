import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'

/**
 * The minimum time for which an earlier callback secret stays valid, in milliseconds. A PSP repeats failed callbacks,
 * and may repeat them at the earlier URL.
 */
const GRACE_MS = 3_600_000

/**
 * Deletes those callback secrets of an account whose version is earlier than `version`, if the secret of this version
 * is at least GRACE_MS old. The caller must know that the PSP has registered the URL with the secret of this version.
 */
export async function deleteReplacedSecrets(ctx: Context, accountId: string, version: number): Promise<void> {
  await db(ctx)
    .deleteFrom('pix_account_secret as s')
    .where('s.pix_account_id', '=', accountId)
    .where('s.kind', '=', 'callback_secret')
    .where('s.version', '<', version)
    .where((row) =>
      row.exists(
        row
          .selectFrom('pix_account_secret as registered')
          .select('registered.id')
          .where('registered.pix_account_id', '=', accountId)
          .where('registered.kind', '=', 'callback_secret')
          .where('registered.version', '=', version)
          .where('registered.created_at', '<=', plusMs(ctx.clock.now(), -GRACE_MS)),
      ),
    )
    .execute()
}
