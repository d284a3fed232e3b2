import { Router, type RequestHandler } from 'express'
import { enterTestAccount } from './console-context.ts'

interface Handlers {
  graphql: RequestHandler
  exports: RequestHandler
}

/**
 * Returns the routes of staff requests for a test account, which the header `x-test-account` selects. The routes have
 * their own paths, so that an older build without test accounts answers 404. On the paths of production, the older
 * build would ignore the header and use production data. A request to these routes without the header also gets 404.
 */
export function testAccountRoutes({ graphql, exports }: Handlers): Router {
  const routes = Router()
  routes.use((req, res, next) => {
    if (!enterTestAccount(req.headers, res.locals, next)) next('router')
  })
  routes.use('/graphql', graphql)
  routes.all('/exports', exports)
  return routes
}
