import { expect, test } from 'vitest'
import { otherMerchants } from './other-merchants-texts.ts'

test.each([
  [1, 1, '1 endpoint com problema de 1 outro lojista'],
  [2, 3, '3 endpoints com problema de 2 outros lojistas'],
  [2, 1_001, 'Mais de 1.000 endpoints com problema de 2 outros lojistas'],
])('the notice about %i other merchants and %i endpoints is “%s”', (merchants, endpoints, text) => {
  expect(otherMerchants.haveFailingEndpoints(merchants, endpoints)[0]).toBe(text)
})
