import { Router, type RequestHandler } from 'express'
import { exportRoute } from './exports/export.http.ts'
import type { Kit } from './kit.ts'
import { openIdentityProvider, identityProviderRoutes } from './staff/identity-provider/identity-provider.http.ts'
import { makeContext, makeGraphql } from './schema.ts'

/** Creates the routes for staff: GraphQL, exports and, if configured, sign-in at the identity provider. */
export async function makeStaffRoutes(kit: Kit): Promise<RequestHandler> {
  const router = Router()
  router.use('/graphql', await makeGraphql(kit))
  router.all(
    '/exports',
    exportRoute(kit, (req, res) => makeContext(kit, req, res)),
  )
  const provider = openIdentityProvider(kit)
  if (provider)
    router.use(identityProviderRoutes({ kit, provider, contextOf: (req, res) => makeContext(kit, req, res) }))
  return router
}
