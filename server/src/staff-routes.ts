import { Router, type RequestHandler } from 'express'
import { exportRoute } from './export-route.ts'
import type { Kit } from './kit.ts'
import { openIdentityProvider, identityProviderRoutes } from './identity-provider-routes.ts'
import { makeContext, makeGraphql } from './schema.ts'

/** The doors of the console: its operations, its lists as files, and the way in by the identity provider. */
export async function makeStaffRoutes(kit: Kit): Promise<RequestHandler> {
  const doors = Router()
  doors.use('/graphql', await makeGraphql(kit))
  doors.all(
    '/exports',
    exportRoute(kit, (req, res) => makeContext(kit, req, res)),
  )
  const provider = openIdentityProvider(kit)
  if (provider)
    doors.use(identityProviderRoutes({ kit, provider, contextOf: (req, res) => makeContext(kit, req, res) }))
  return doors
}
