import * as z from 'zod/mini'
import { optionalText, parsed, type TextSchema } from '../../lib/form-schema.ts'
import type { Text } from '../../lib/text.ts'
import { accountForms as texts } from './form-texts.ts'

/** The typed secrets of a receiving account. An empty text means that the secret is not given. */
export interface SecretFields {
  clientSecret: string
  appKey: string
  certificate: string
  privateKey: string
}

export const NO_SECRETS: SecretFields = { clientSecret: '', appKey: '', certificate: '', privateKey: '' }

type Translate = (text: Text) => string

const CERTIFICATE = /-----BEGIN CERTIFICATE-----/
const PRIVATE_KEY = /-----BEGIN (?:RSA |EC )?PRIVATE KEY-----/

/** A PEM text that matches `header`, or null when it is empty and `isRequired` is false. */
const pem = (
  header: RegExp,
  { isRequired, missing, invalid }: { isRequired: boolean; missing: string; invalid: string },
): TextSchema<string | null> =>
  parsed((typed) => {
    const text = typed.trim()
    if (text === '') return isRequired ? { fault: missing } : { value: null }
    return header.test(text) ? { value: text } : { fault: invalid }
  })

/** A PEM text with certificate authorities, or null when it is empty. */
export const authoritiesSchema = (t: Translate): TextSchema<string | null> =>
  pem(CERTIFICATE, { isRequired: false, missing: '', invalid: t(texts.certificateInvalid) })

/**
 * Returns the schemas of the secrets. The certificate and its key must both be given or both be empty. The server
 * checks whether they belong together.
 */
export function secretSchemas(t: Translate, fields: SecretFields) {
  const missing = t(texts.pairMissing)
  return {
    clientSecret: optionalText,
    appKey: optionalText,
    certificate: pem(CERTIFICATE, {
      isRequired: fields.privateKey.trim() !== '',
      missing,
      invalid: t(texts.certificateInvalid),
    }),
    privateKey: pem(PRIVATE_KEY, {
      isRequired: fields.certificate.trim() !== '',
      missing,
      invalid: t(texts.privateKeyInvalid),
    }),
  }
}

/** A complete URL, which in production must use https. */
export const urlSchema = (t: Translate, environment: string): TextSchema<string> =>
  parsed((typed) => {
    const text = typed.trim()
    if (!/^https?:\/\/\S+$/.test(text) || !URL.canParse(text)) return { fault: t(texts.urlInvalid) }
    if (environment === 'production' && text.startsWith('http:')) return { fault: t(texts.urlNotHttps) }
    return { value: text }
  })

/** The id of a new receiving account. With several cells, the id may begin with the id of a cell and a slash. */
export const idSchema = (t: Translate): TextSchema<string> =>
  z.string().check(z.trim(), z.regex(/^([a-z][a-z0-9]{0,19}\/)?[a-z][a-z0-9-]{0,29}$/, t(texts.idInvalid)))
