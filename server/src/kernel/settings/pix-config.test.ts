import { expect, test } from 'vitest'
import { z } from 'zod'
import { PIX_VARIABLES, toPixConfig } from './pix-config.ts'

const Variables = z.object(PIX_VARIABLES)
const PSP = {
  PIX_BASE_URL: 'https://psp.exemplo.com.br/api/v2',
  PIX_TOKEN_URL: 'https://psp.exemplo.com.br/oauth/token',
  PIX_KEY: 'chave',
  PIX_CLIENT_ID: 'id',
  PIX_CLIENT_SECRET: 'client-secret',
  PIX_CALLBACK_SECRET: 'callback-secret-of-test',
}

const sweepMs = (seconds?: string) =>
  toPixConfig({ ...Variables.parse({ ...PSP, PIX_SWEEP_SECONDS: seconds }), TRUSTED_PROXIES: 0 }, new Map())
    .sweepMs

test('the list of received payments is read every PIX_SWEEP_SECONDS (1 to 60), by default every 20 seconds', () => {
  expect(sweepMs()).toBe(20_000)
  expect(sweepMs('60')).toBe(60_000)
  for (const refused of ['0', '61', '1.5', 'muito'])
    expect(() => sweepMs(refused)).toThrow('PIX_SWEEP_SECONDS')
})
