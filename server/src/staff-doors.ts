import { Router, type RequestHandler } from 'express'
import { exportDoor } from './export-door.ts'
import type { Kit } from './kit.ts'
import { makeContext, makeGraphql } from './schema.ts'

/** The doors of the console: its operations, and its lists as files. */
export async function makeStaffDoors(kit: Kit): Promise<RequestHandler> {
  const doors = Router()
  doors.use('/graphql', await makeGraphql(kit))
  doors.all(
    '/exports',
    exportDoor(kit, (req, res) => makeContext(kit, req, res)),
  )
  return doors
}
