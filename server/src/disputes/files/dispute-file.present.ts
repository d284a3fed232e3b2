import { z } from 'zod'
import { MEDIA_TYPES } from '../../files/media-type.ts'
import { COMPONENTS, instant, openList } from '../../kernel/output/shapes.ts'
import { SCAN_STATES } from './dispute-file.entity.ts'
import type { FileView } from './dispute-file.queries.ts'

/** A file of a dispute as REST responses present it. Every field is always present. */
export const DisputeFileShape = z.object({
  id: z.uuid(),
  name: z.string().meta({
    description: 'O nome enviado, sem pastas nem caracteres de controle',
    examples: ['nota.pdf'],
  }),
  media_type: openList(MEDIA_TYPES),
  size_bytes: z.int(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 do conteúdo, em hexadecimal'),
  scan: openList(SCAN_STATES).describe('clean: o antivírus nada encontrou; not_scanned: não há antivírus'),
  created_at: instant,
})
DisputeFileShape.register(COMPONENTS, { id: 'DisputeFile' })

/** Lists each field explicitly, so that no other property of the file is exposed. */
export const presentDisputeFile = (file: FileView): z.infer<typeof DisputeFileShape> => ({
  id: file.id,
  name: file.name,
  media_type: file.mediaType,
  size_bytes: file.sizeBytes,
  sha256: file.sha256.toString('hex'),
  scan: file.scan,
  created_at: file.createdAt.toISOString(),
})
