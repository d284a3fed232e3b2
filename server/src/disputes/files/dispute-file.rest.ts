import { z } from 'zod'
import type { WithFiles } from '../../files/file-tools.ts'
import { MEDIA_TYPES } from '../../files/media-type.ts'
import { none, route, type Route } from '../../http/route.ts'
import { uploadBody } from '../../http/upload.ts'
import type { Context } from '../../kernel/context.ts'
import { COMPONENTS } from '../../kernel/output/shapes.ts'
import { getDispute } from '../dispute.queries.ts'
import { addFile } from './add-file.ts'
import { DisputeFileShape, presentDisputeFile } from './dispute-file.present.ts'
import { listDisputeFiles } from './dispute-file.queries.ts'
import { FILE_UPLOAD } from '../file-limits.ts'

const DisputeFilesShape = z
  .strictObject({ items: z.array(DisputeFileShape) })
  .register(COMPONENTS, { id: 'DisputeFiles' })

export const disputeFileRoutes: Route<Context & WithFiles>[] = [
  route('post', '/v1/disputes/:id/files', {
    operationId: 'uploadDisputeFile',
    scope: 'refunds:write',
    summary: 'Envia um arquivo para a defesa de uma contestação (MED): PDF, PNG ou JPEG, até 10 MiB',
    needsIdempotencyKey: true,
    query: none,
    upload: FILE_UPLOAD,
    body: uploadBody,
    responses: { 201: DisputeFileShape, 200: DisputeFileShape },
    refusals: [
      'file_too_large',
      'unsupported_file_type',
      'file_empty',
      'file_type_mismatch',
      'file_damaged',
      'file_has_other_content',
      'image_too_large',
      'file_infected',
      'dispute_not_found',
      'dispute_file_not_found',
      'dispute_not_open',
      'evidence_deadline_passed',
      'dispute_file_limit',
      'dispute_files_too_large',
      'uploads_busy',
      'scanner_unavailable',
      'file_store_unavailable',
    ],
    async handle({ ctx, merchantId, params, body, idempotencyKey }) {
      const request = { merchantId, caseId: params['id'] ?? '', idempotencyKey }
      const mediaType = MEDIA_TYPES.find((type) => type === body.mediaType)
      if (!mediaType)
        throw new Error(`BUG: the upload has the type ${body.mediaType}, which FILE_UPLOAD does not allow`)
      const { file, replayed } = await addFile(ctx, request, { ...body, mediaType })
      const presented = presentDisputeFile(file)
      return replayed
        ? { status: 200, body: presented, headers: { 'idempotent-replayed': 'true' } }
        : { status: 201, body: presented }
    },
  }),
  route('get', '/v1/disputes/:id/files', {
    operationId: 'listDisputeFiles',
    scope: 'charges:read',
    summary: 'Lista os arquivos de uma contestação (MED), do mais antigo ao mais recente',
    query: none,
    body: none,
    responses: { 200: DisputeFilesShape },
    refusals: ['dispute_not_found'],
    async handle({ ctx, merchantId, params }) {
      const { caseId } = await getDispute(ctx, merchantId, params['id'] ?? '')
      const files = await listDisputeFiles(ctx, merchantId, [caseId])
      return { status: 200, body: { items: files.map(presentDisputeFile) } }
    },
  }),
]
