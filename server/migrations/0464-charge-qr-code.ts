import { IndexMigration } from './index-migration.ts'

/** Adds the index that finds a charge by the whole text of its QR code. The index stores a hash of 4 bytes per text. */
export class IndexQrCode extends IndexMigration {
  override readonly build = [
    {
      name: 'charge_by_qr_code',
      table: 'charge',
      definition: 'using hash (qr_code_payload) where qr_code_payload is not null',
    },
  ]
}
