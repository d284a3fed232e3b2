import { expect, test } from 'vitest'
import { PERMISSIONS } from '../../../server/src/graphql/permissions.ts'
import { permissionName } from './i18n/people/permissions.ts'

test('the console knows the permissions that the server decides by, and no other', () => {
  expect(Object.keys(permissionName).toSorted()).toEqual([...PERMISSIONS].toSorted())
})
