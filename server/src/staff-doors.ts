import { Router, type RequestHandler } from 'express'
import { exportDoor } from './export-door.ts'
import type { Kit } from './kit.ts'
import { openProvider, providerDoor } from './provider-door.ts'
import { makeContext, makeGraphql } from './schema.ts'

/** The doors of the console: its operations, its lists as files, and the way in by the identity provider. */
export async function makeStaffDoors(kit: Kit): Promise<RequestHandler> {
  const doors = Router()
  doors.use('/graphql', await makeGraphql(kit))
  doors.all(
    '/exports',
    exportDoor(kit, (req, res) => makeContext(kit, req, res)),
  )
  const provider = openProvider(kit)
  if (provider)
    doors.use(providerDoor({ kit, provider, contextOf: (req, res) => makeContext(kit, req, res) }))
  return doors
}
