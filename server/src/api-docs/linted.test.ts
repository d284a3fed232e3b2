import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ruleset, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { ROUTES } from '../routes.ts'
import { describeApi } from './describe-api.ts'

const source = JSON.stringify(describeApi(ROUTES, 'https://api.service.example'))

test('Redocly finds no fault in the OpenAPI document', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'operation-description': 'error',
      'parameter-description': 'error',
      'tag-description': 'error',
    },
  })
  const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' })
  expect(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location.map((l) => l.pointer)]),
  ).toEqual([])
})

test('Spectral finds no fault in the OpenAPI document', async () => {
  const spectral = new Spectral()
  spectral.setRuleset(new Ruleset({ extends: [[oas, 'recommended']] }))
  const results = await spectral.run(source)
  expect(results.map(({ code, message, path }) => [code, message, path.join('.')])).toEqual([])
})
