import { pipeline } from 'node:stream/promises'
import type { Request, RequestHandler, Response } from 'express'
import { readExportRequest } from './export-request.ts'
import { startExport, type StartedExport } from './start-export.ts'
import type { GraphContext } from '../graphql/context.ts'
import { problemOf } from '../graphql/errors.ts'
import { requirePermission, requireProduction, requireSignIn } from '../graphql/guard.ts'
import type { Permission } from '../graphql/permissions.ts'
import { requireSameOriginPost, staffErrorBody } from '../graphql/staff-request.ts'
import { readJson } from '../http/body.ts'
import { ERROR_STATUS } from '../http/errors.ts'
import { isClientDisconnect } from '../http/client-disconnect.ts'
import { correlationIdOf } from '../kernel/correlation.ts'
import type { Log } from '../kernel/log.ts'
import { Problem } from '../kernel/problem.ts'
import { makeSessionRoleReader } from '../staff/sessions/session-role-reader.ts'
import { permissionsOf } from '../staff/permissions.ts'

interface ExportTools {
  publicUrl: string
  log: Log
  contextOf: (req: Request, res: Response) => Promise<GraphContext>
}

/**
 * Handles `POST /exports`, which returns a list of the console as a file. The route has the same rules as `/graphql`: a
 * session cookie, the console's own origin, a JSON body, no caching, and the same error format. The route requires the
 * permission of the list.
 */
export function exportRoute({ publicUrl, log, contextOf }: ExportTools): RequestHandler {
  return async (req, res) => {
    const correlationId = correlationIdOf(res)
    res.setHeader('cache-control', 'no-store')
    try {
      requireSameOriginPost(req, publicUrl)
      const ctx = await contextOf(req, res)
      requireSignIn(ctx)
      const request = readExportRequest(await readJson(req))
      const { permission } = request.list
      if (permission === null) requireProduction(ctx)
      else requirePermission(ctx, permission)
      const checkAccess = await makeAccessCheck(ctx, permission)
      await send(ctx, res, await startExport(ctx, request, checkAccess))
    } catch (error) {
      const problem = problemOf(error)
      if (problem !== error && !isClientDisconnect(req, error))
        log.error({ err: error, correlation_id: correlationId }, 'export failed')
      if (!res.headersSent) refuse(res, problem, correlationId)
    }
  }
}

/**
 * Returns a function that checks the session and the permission again. A download may take long, but must end when the
 * person signs out, is deactivated, or gets a role without the permission.
 * @throws Problem unauthorized or forbidden, from the returned function.
 */
async function makeAccessCheck(
  ctx: GraphContext,
  permission: Permission | null,
): Promise<() => Promise<void>> {
  const roleNow = await makeSessionRoleReader(ctx.live, ctx.cookie.token ?? '')
  return async () => {
    const role = await roleNow()
    if (role === null) throw new Problem('unauthorized')
    if (permission !== null && !permissionsOf(role).includes(permission)) throw new Problem('forbidden')
  }
}

function refuse(res: Response, problem: Problem, correlationId: string): void {
  if (problem.details.allow) res.setHeader('allow', problem.details.allow.join(', '))
  res.status(ERROR_STATUS[problem.code]).json(staffErrorBody(problem, correlationId))
}

/**
 * Streams the file. A failure after the first byte closes the connection, so that the client sees an incomplete file.
 */
async function send(ctx: GraphContext, res: Response, started: StartedExport): Promise<void> {
  const startedAt = ctx.clock.now()
  res.setHeader('content-type', started.contentType)
  res.setHeader('content-disposition', `attachment; filename="${started.name}"`)
  try {
    await pipeline(started.body, res)
  } finally {
    await started.recordOutcome()
    const { correlationId, actor } = ctx
    const ms = ctx.clock.now().getTime() - startedAt.getTime()
    ctx.log.info(
      { correlation_id: correlationId, actor, rows: started.rows(), whole: res.writableFinished, ms },
      'export',
    )
  }
}
