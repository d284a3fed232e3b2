import { newClient } from '../../src/kernel/pool/primary.ts'
import { MigrationError } from '../run/migration-error.ts'

/**
 * Marks a migrated database as the database of a cell, which contains a part of the merchants. The first call turns off
 * the receiving account `default`, if the settings of the cell contain no connection for this account. Later calls
 * change nothing.
 * @throws MigrationError when the database belongs to another cell.
 */
export async function identifyCell(
  ownerUrl: string,
  { cellId, hasDefaultAccount }: { cellId: string; hasDefaultAccount: boolean },
): Promise<void> {
  const client = newClient(ownerUrl, { application_name: 'migrate cell' })
  await client.connect()
  try {
    await client.query(
      `with identified as (
        insert into cell_identity (cell_id, created_at) values ($1, now()) on conflict do nothing returning cell_id)
      update pix_account set state = 'off', version = version + 1, updated_at = now()
      where id = 'default' and $2 and exists (select from identified)`,
      [cellId, !hasDefaultAccount],
    )
    const { rows } = await client.query<{ id: string }>('select cell_id as id from cell_identity')
    if (rows[0]?.id !== cellId)
      throw new MigrationError(
        `the database of the cell ${cellId} already belongs to the cell ${rows[0]?.id ?? 'main'}: check the URLs`,
      )
  } finally {
    await client.end()
  }
}
