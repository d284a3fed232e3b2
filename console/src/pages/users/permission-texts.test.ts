import { expect, test } from 'vitest'
import { PERMISSIONS } from '../../../../server/src/graphql/permissions.ts'
import { permissionName } from './permission-texts.ts'

test('the console has a name for each permission of the server, and for no other permission', () => {
  expect(Object.keys(permissionName).toSorted()).toEqual([...PERMISSIONS].toSorted())
})
