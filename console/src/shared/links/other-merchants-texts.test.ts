import { expect, test } from 'vitest'
import { otherMerchants } from './other-merchants-texts.ts'

test.each([
  [1, 1, '1 endpoint com problema de 1 outro lojista', '1 endpoint at 1 other merchant has problems'],
  [2, 3, '3 endpoints com problema de 2 outros lojistas', '3 endpoints at 2 other merchants have problems'],
  [
    2,
    1_001,
    'Mais de 1.000 endpoints com problema de 2 outros lojistas',
    'More than 1,000 endpoints at 2 other merchants have problems',
  ],
])('the notice about %i other merchants and %i endpoints is “%s”', (merchants, endpoints, ...text) => {
  expect(otherMerchants.haveFailingEndpoints(merchants, endpoints)).toEqual(text)
})
