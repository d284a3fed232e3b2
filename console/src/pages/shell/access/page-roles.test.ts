import { expect, test } from 'vitest'
import { PAGE_PERMISSION } from '../../../lib/access.ts'
import { rolesWith } from '../../../lib/i18n/people/server-roles.ts'
import { NAV_ITEMS } from '../Navigation.tsx'
import { ROLES_WITH } from './page-roles.ts'

test.each(NAV_ITEMS)(
  'the roles listed for $to are the roles of the server with the permission of the page',
  ({ to }) => {
    const permission = PAGE_PERMISSION[to]
    expect(ROLES_WITH[permission]).toEqual(rolesWith(permission))
  },
)
