import { createServer } from 'node:tls'
import { expect, test } from 'vitest'
import { selfSigned } from '../testing/fakes/certificates.ts'
import { portOf } from '../testing/fakes/fake-pix-provider.ts'
import { makeRateLimits } from './rate-limit.ts'

test('a TLS connection to Redis sends the host name of REDIS_URL as SNI', async () => {
  const asked = Promise.withResolvers<string>()
  const server = createServer({
    ...selfSigned('localhost'),
    SNICallback: (name, done) => {
      asked.resolve(name)
      done(null)
    },
  })
  server.on('tlsClientError', () => asked.resolve('no SNI'))
  server.on('secureConnection', () => asked.resolve('no SNI'))
  await new Promise<void>((resolve) => {
    server.listen(0, resolve)
  })
  const limits = makeRateLimits({ kind: 'redis', url: `rediss://localhost:${portOf(server.address())}` })
  expect(await asked.promise).toBe('localhost')
  await limits.close()
  server.close()
})
