import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { getMetadataStorage } from 'type-graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Access } from './graphql/authorization.ts'
import { PERMISSIONS, STEP_UP_MS, type Permission } from './graphql/permissions.ts'
import { makeSchema, schemaText } from './schema.ts'
import { STAFF_ROLES, type StaffRole } from './staff/permissions.ts'
import { ATTEMPTS_WINDOW_MS } from './staff/throttle/throttle.ts'
import type { TestConsole } from './testing/clients/console-client.ts'
import { startConsole } from './testing/fixtures/start-console.ts'
import { operationsOf } from './testing/suites/operations.ts'
import { EXPECTED_ACCESS, EXPECTED_FIELD_ACCESS } from './testing/suites/expected-access.ts'
import { EXPECTED_ROLES, EXPECTED_STEP_UP } from './testing/suites/expected-permissions.ts'

const SCALARS = {
  Uuid: '01890000-0000-7000-8000-00000000000f',
  SessionId: '0123456789abcdef0123456789abcdef',
  String: 'x',
  Int: 1,
  Boolean: true,
  Cents: '1',
  DateTime: '2026-01-01T00:00:00Z',
}

const isPermission = (access: Access | undefined): access is Permission =>
  PERMISSIONS.some((permission) => permission === access)

const operations = operationsOf(makeSchema()).map(({ name, text, variables }) => {
  const needs = EXPECTED_ACCESS[name]
  const hasStepUp = isPermission(needs) && EXPECTED_STEP_UP.includes(needs)
  // Replacing an authenticator app with `beginTotp` requires step-up authentication, and everybody in this test has an
  // app.
  const needsStepUp = hasStepUp || name === 'beginTotp'
  return { name, text, variables: variables(SCALARS), needs, needsStepUp }
})
const guarded = operations.filter(({ needs }) => needs !== 'public')

const mayUse = (role: StaffRole, needs: Access | undefined): boolean =>
  needs === 'signed_in' || (isPermission(needs) && EXPECTED_ROLES[needs].split(' ').includes(role))

/** Error codes that do not prove whether the resolver ran. */
const NOT_REACHED = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'STEP_UP_REQUIRED',
  'GRAPHQL_VALIDATION_FAILED',
  'GRAPHQL_PARSE_FAILED',
  'BAD_USER_INPUT',
  'INTERNAL_SERVER_ERROR',
]

const { world, testConsole } = await startConsole()

/**
 * Returns the metadata of every query and mutation. The schema must be built first, because that adds the roles to the
 * metadata.
 */
function operationMetadata() {
  const { queries, mutations } = getMetadataStorage()
  return [...queries, ...mutations]
}

test('every query and mutation declares its access with @Authorized', () => {
  const undeclared = operationMetadata().filter(({ roles }) => roles?.length !== 1)
  expect(undeclared.map(({ schemaName }) => schemaName)).toEqual([])
})

test('every query and mutation declares the expected access', () => {
  const declared = operationMetadata().map(({ schemaName, roles }) => [schemaName, roles?.[0]])
  expect(Object.fromEntries(declared)).toEqual(EXPECTED_ACCESS)
})

test('the protected fields declare the expected access', () => {
  const operationPaths = new Set(
    operationMetadata().map(({ target, methodName }) => `${target.name}.${methodName}`),
  )
  const declared = getMetadataStorage()
    .authorizedFields.map(({ target, fieldName, roles }) => [`${target.name}.${fieldName}`, roles[0]])
    .filter(([path]) => !operationPaths.has(path))
  expect(Object.fromEntries(declared)).toEqual(EXPECTED_FIELD_ACCESS)
})

test('schema.graphql is up to date (pnpm schema)', () => {
  expect(readFileSync(join(import.meta.dirname, '..', 'schema.graphql'), 'utf8')).toBe(schemaText())
})

test('no argument and no input field has the type ID, because ID accepts malformed ids', () => {
  const schema = makeSchema()
  const objects = Object.values(schema.getTypeMap()).filter(isObjectType)
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType)
  const given = [
    ...objects.flatMap((type) => Object.values(type.getFields()).flatMap(({ args }) => args)),
    ...inputs.flatMap((type) => Object.values(type.getFields())),
  ]
  expect(given.filter(({ type }) => getNamedType(type).name === 'ID').map(({ name }) => name)).toEqual([])
})

test.each(guarded)('the operation $name is refused without a session', async ({ text, variables }) => {
  const { data, code } = await testConsole.browser().send<Record<string, unknown>>(text, variables)
  expect(code).toBe('UNAUTHENTICATED')
  expect(Object.values(data ?? {}).filter((value) => value !== null)).toEqual([])
})

describe.each(STAFF_ROLES)('the role %s', (role) => {
  let browser: Awaited<ReturnType<TestConsole['signedIn']>>
  /** Advances the clock until earlier failed attempts no longer count, and signs in. */
  const signIn = async () => {
    world.clock.advance(ATTEMPTS_WINDOW_MS)
    browser = await testConsole.signedIn(role)
  }
  const outcomeOf = async ({ text, variables }: (typeof guarded)[number]): Promise<string> => {
    const { code = 'done' } = await browser.send(text, variables)
    return NOT_REACHED.includes(code) ? code : 'reached'
  }

  describe('with a recent step-up authentication', () => {
    beforeAll(signIn)

    test.each(guarded)(
      'with a recent step-up, the role may use $name exactly if it has $needs',
      async (operation) => {
        expect(await outcomeOf(operation)).toBe(mayUse(role, operation.needs) ? 'reached' : 'FORBIDDEN')
      },
    )
  })

  describe('with an expired step-up authentication', () => {
    beforeAll(async () => {
      await signIn()
      world.clock.advance(STEP_UP_MS)
    })

    test.each(guarded)(
      'with an expired step-up, $name asks for a new step-up exactly if it requires one',
      async (operation) => {
        const reached = operation.needsStepUp ? 'STEP_UP_REQUIRED' : 'reached'
        expect(await outcomeOf(operation)).toBe(mayUse(role, operation.needs) ? reached : 'FORBIDDEN')
      },
    )
  })
})
