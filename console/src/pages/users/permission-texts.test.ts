import { expect, test } from 'vitest'
import { PERMISSIONS } from '../../../../server/src/graphql/permissions.ts'
import { permissionName } from './permission-texts.ts'

test('the console declares the same permissions as the server', () => {
  expect(Object.keys(permissionName).toSorted()).toEqual([...PERMISSIONS].toSorted())
})
