import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import { MEDIA_TYPES } from '../../files/media-type.ts'

/**
 * `clean` means that the virus scanner found nothing. `not_scanned` means that no scanner was configured. An infected
 * file is not stored.
 */
export const SCAN_STATES = ['clean', 'not_scanned'] as const
export type ScanState = (typeof SCAN_STATES)[number]

const schema = defineEntity({
  name: 'DisputeFile',
  tableName: 'dispute_file',
  properties: {
    merchantId: p.uuid().primary(),
    id: p.uuid().primary(),
    caseId: p.uuid(),
    idempotencyKey: p.text(),
    name: p.text(),
    mediaType: p.enum(MEDIA_TYPES),
    sizeBytes: p.integer(),
    sha256: p.blob().$type<Buffer>(),
    scan: p.enum(SCAN_STATES),
    /**
     * The file's position in the current evidence, starting at 0. Null if the file is not part of the current evidence.
     */
    evidencePosition: p.integer().strictNullable(),
    keyBox: p.blob().$type<Buffer>(),
    keyId: p.text(),
    createdAt: p.datetime(3),
  },
})

/** A file that a merchant sent for its dispute. The encrypted content of the file is in the file store. */
export class DisputeFile extends schema.class {}
schema.setClass(DisputeFile)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    dispute_file: InferKyselyTable<typeof schema>
  }
}
