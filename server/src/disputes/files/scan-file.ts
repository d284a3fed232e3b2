import type { WithFiles } from '../../files/file-tools.ts'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import type { ScanState } from './dispute-file.entity.ts'

const RETRY_AFTER_SECONDS = 30

/**
 * Scans a file if a scanner is configured.
 * @throws Problem validation_error, reason `file_infected`.
 * @throws Problem service_unavailable, reason `scanner_unavailable`.
 */
export async function scanFile(ctx: Context & WithFiles, bytes: Buffer): Promise<ScanState> {
  const { scanner } = ctx.files
  if (!scanner) return 'not_scanned'
  const verdict = await scanner.scan(bytes).catch((error: unknown) => {
    ctx.log.error({ correlation_id: ctx.correlationId, err: error }, 'the virus scanner failed')
    throw new Problem('service_unavailable', {
      reason: 'scanner_unavailable',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  })
  if (verdict.kind === 'clean') return 'clean'
  ctx.log.warn({ correlation_id: ctx.correlationId, signature: verdict.signature }, 'a file is infected')
  throw new Problem('validation_error', { reason: 'file_infected' })
}
