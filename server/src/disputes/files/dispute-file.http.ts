import { create as contentDisposition } from 'content-disposition'
import type { Request, RequestHandler, Response } from 'express'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { FileTools } from '../../files/file-tools.ts'
import { inCellOfMerchant } from '../../graphql/cell-of-merchant.ts'
import type { GraphContext } from '../../graphql/context.ts'
import { problemOf } from '../../graphql/errors.ts'
import { requirePermission } from '../../graphql/guard.ts'
import { requireSameOriginPost, staffErrorBody } from '../../graphql/staff-request.ts'
import { readJson } from '../../http/body.ts'
import { isClientDisconnect } from '../../http/client-disconnect.ts'
import { ERROR_STATUS } from '../../http/errors.ts'
import { correlationIdOf } from '../../kernel/correlation.ts'
import { Faults } from '../../kernel/input/faults.ts'
import type { Log } from '../../kernel/log.ts'
import { downloadFile, type DownloadedFile } from './download-file.ts'
import type { FileId } from './seal-file.ts'

interface DownloadTools {
  publicUrl: string
  log: Log
  files: FileTools
  contextOf: (req: Request, res: Response) => Promise<GraphContext>
}

/** The maximum number of downloads whose file is in memory at the same time. */
const DOWNLOADS_MAX = 4

/** Content Security Policy: no script in the file runs, even if a browser displays the file despite `attachment`. */
const FILE_POLICY = "sandbox; default-src 'none'"

const Body = z.strictObject({ merchantId: z.guid(), fileId: z.guid() })

/**
 * Handles `POST /dispute-files`, which returns a file of a dispute to staff. The route has the same rules as
 * `/graphql`: a session cookie, the console's own origin, a JSON body, no caching, and the same error format. The route
 * requires the permission `dispute_file.download` and step-up authentication. Every download is audited.
 */
export function disputeFileRoute({ publicUrl, log, files, contextOf }: DownloadTools): RequestHandler {
  const limit = pLimit(DOWNLOADS_MAX)
  return async (req, res) => {
    const correlationId = correlationIdOf(res)
    res.setHeader('cache-control', 'no-store')
    try {
      requireSameOriginPost(req, publicUrl)
      const ctx = await contextOf(req, res)
      requirePermission(ctx, 'dispute_file.download')
      const file = readFileId(await readJson(req))
      const ofMerchant = await inCellOfMerchant(ctx, file.merchantId)
      send(res, await limit(() => downloadFile({ ...ofMerchant, files }, file)))
    } catch (error) {
      const problem = problemOf(error)
      if (problem !== error && !isClientDisconnect(req, error))
        log.error({ err: error, correlation_id: correlationId }, 'the download of a file failed')
      if (problem.details.allow) res.setHeader('allow', problem.details.allow.join(', '))
      res.status(ERROR_STATUS[problem.code]).json(staffErrorBody(problem, correlationId))
    }
  }
}

function readFileId(body: unknown): FileId {
  const faults = new Faults()
  const given = faults.read(Body, body)
  faults.throwIfAny()
  if (!given) throw new Error('BUG: readFileId: the body is invalid, but no fault was recorded')
  return { merchantId: given.value.merchantId.toLowerCase(), id: given.value.fileId.toLowerCase() }
}

function send(res: Response, { name, mediaType, bytes }: DownloadedFile): void {
  res.set({
    'content-type': mediaType,
    'content-length': String(bytes.length),
    'content-disposition': contentDisposition(name),
    'content-security-policy': FILE_POLICY,
    'x-content-type-options': 'nosniff',
  })
  res.end(bytes)
}
