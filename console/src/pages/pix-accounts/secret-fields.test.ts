import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Text } from '../../lib/text.ts'
import { accountForms as texts } from './form-texts.ts'
import { NO_SECRETS, secretSchemas, urlSchema, type SecretFields } from './secret-fields.ts'

const t = ([ptBr]: Text) => ptBr
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----'

/** Returns the errors of the fields by name. */
const errorsOf = (given: Partial<SecretFields>) => {
  const fields = { ...NO_SECRETS, ...given }
  const { error } = z.object(secretSchemas(t, fields)).safeParse(fields)
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], message]) ?? [])
}

test('a certificate needs its private key, and a private key needs its certificate', () => {
  expect(errorsOf({ clientSecret: 'segredo' })).toEqual({})
  expect(errorsOf({ certificate: CERTIFICATE })).toEqual({ privateKey: texts.pairMissing[0] })
  expect(errorsOf({ privateKey: '-----BEGIN PRIVATE KEY-----' })).toEqual({
    certificate: texts.pairMissing[0],
  })
})

test('a text without the header of PEM and an encrypted private key are refused', () => {
  expect(errorsOf({ certificate: 'MIIC', privateKey: '-----BEGIN ENCRYPTED PRIVATE KEY-----' })).toEqual({
    certificate: texts.certificateInvalid[0],
    privateKey: texts.privateKeyInvalid[0],
  })
})

/** Returns the error of a URL. */
const faultOf = (url: string, environment: string) =>
  urlSchema(t, environment).safeParse(url).error?.issues[0]?.message

test('a URL must be complete, and must use https in production', () => {
  expect(faultOf('https://psp.example/v2', 'production')).toBeUndefined()
  expect(faultOf('http://psp.example/v2', 'sandbox')).toBeUndefined()
  expect(faultOf('http://psp.example/v2', 'production')).toBe(texts.urlNotHttps[0])
  expect(faultOf('psp.example/v2', 'sandbox')).toBe(texts.urlInvalid[0])
})
