import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { curlCommand, phasesOf, signatureCheckScript } from './attempt.ts'

test('the phases of a delivery attempt add up to the total time of the attempt', () => {
  const phases = phasesOf({ dnsMs: 4, connectMs: 20, tlsMs: 15, firstByteMs: 99, totalMs: 105 })
  expect(phases).toEqual([
    { phase: 'dns', ms: 4 },
    { phase: 'connect', ms: 20 },
    { phase: 'tls', ms: 15 },
    { phase: 'wait', ms: 60 },
    { phase: 'read', ms: 6 },
  ])
})

test('an attempt on a reused connection has no phase before the wait phase, even without a response', () => {
  expect(phasesOf({ dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: 30, totalMs: 30 })).toEqual([
    { phase: 'wait', ms: 30 },
  ])
  expect(phasesOf({ dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: 15_000 })).toEqual(
    [{ phase: 'wait', ms: 15_000 }],
  )
})

const BODY = `{"description":"Pão d'água \\"grande\\" $HOME"}`

test('a shell parses the curl command of an attempt into its method, URL, headers and body', () => {
  const headers = [
    { name: 'content-type', value: 'application/json' },
    { name: 'content-length', value: '12' },
  ]
  const curl = curlCommand({ url: 'https://loja.example/hook', body: BODY, headers })
  const said = execFileSync('sh', ['-c', `curl() { printf '%s|' "$@"; }; ${curl}`], { encoding: 'utf8' })
  expect(said).toBe(`-X|POST|https://loja.example/hook|-H|content-type: application/json|--data-raw|${BODY}|`)
})

test('the signature check script of an attempt signs the timestamp and the body, as the service does', () => {
  const digest = createHmac('sha256', 'whsec_abc').update(`1795435200.${BODY}`).digest('hex')
  const script = signatureCheckScript(BODY)
    .replace('whsec_…', 'whsec_abc')
    .replace('t=…,v1=…', `t=1795435200,v1=${digest}`)
    .replace(/\| openssl.*/, '')
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(`1795435200.${BODY}`)
})
