import { expect, test } from 'vitest'
import { cookieForm, providerCookieForm, readToken, writeCookie } from './session-cookie.ts'

const TOKEN = 'a'.repeat(43)

test('over https the browser itself holds the cookie to this host and to https', () => {
  expect(writeCookie(cookieForm('https://console.exemplo.com.br'), TOKEN, 60)).toBe(
    `__Host-svc_console=${TOKEN}; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure`,
  )
})

test('over http, in development, the cookie has another name', () => {
  expect(writeCookie(cookieForm('http://127.0.0.1:3000'), TOKEN, 60)).toBe(
    `svc_console=${TOKEN}; Max-Age=60; Path=/; HttpOnly; SameSite=Strict`,
  )
})

test('where an identity provider sends browsers back, their cookies come along', () => {
  expect(writeCookie(cookieForm('https://console.exemplo.com.br', 'Lax'), TOKEN, 60)).toBe(
    `__Host-svc_console=${TOKEN}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure`,
  )
  expect(writeCookie(providerCookieForm('https://console.exemplo.com.br'), TOKEN, 60)).toBe(
    `__Host-svc_oidc=${TOKEN}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure`,
  )
})

test.each([
  [`svc_console=${TOKEN}`, TOKEN],
  [`theme=dark; svc_console=${TOKEN}; x=y`, TOKEN],
  [`__Host-svc_console=${TOKEN}`, undefined],
  ['svc_console=short', undefined],
  [`svc_console=${'!'.repeat(43)}`, undefined],
  ['', undefined],
  [undefined, undefined],
])('of the header %s the token is %s', (header, token) => {
  expect(readToken(cookieForm('http://127.0.0.1:3000'), header)).toBe(token)
})
