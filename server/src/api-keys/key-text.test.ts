import { bigInt, assert, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { hashKey, isWellFormedKey, KEY_RANDOM_BYTES, writeKey } from './key-text.ts'

const FORM = /^svc_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/

test('writeKey returns a well-formed key for any random bytes', () => {
  const keyBytes = uint8Array({ minLength: KEY_RANDOM_BYTES, maxLength: KEY_RANDOM_BYTES })
  assert(
    property(keyBytes, (bytes) => {
      const { key, prefix } = writeKey(Buffer.from(bytes))
      expect(key).toMatch(FORM)
      expect(key.slice(0, 21)).toBe(prefix)
      expect(isWellFormedKey(key)).toBe(true)
    }),
  )
})

const keyOf = (secret: bigint) =>
  writeKey(Buffer.concat([Buffer.alloc(9), Buffer.from(secret.toString(16).padStart(64, '0'), 'hex')])).key

test('different secrets give different keys', () => {
  const max = 2n ** 256n - 1n
  assert(
    property(bigInt(0n, max), bigInt(0n, max), (one, other) => {
      expect(keyOf(one) === keyOf(other)).toBe(one === other)
    }),
  )
  expect(keyOf(max)).not.toBe(keyOf(max - 1n))
})

test('a key with one wrong, missing or additional character is malformed', () => {
  const { key } = writeKey(Buffer.alloc(KEY_RANDOM_BYTES, 7))
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === 'x' ? 'y' : 'x'
    expect(isWellFormedKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
    expect(isWellFormedKey(key.slice(0, at) + key.slice(at + 1))).toBe(false)
  }
  expect(isWellFormedKey(`${key} `)).toBe(false)
  expect(isWellFormedKey(`${key}\n`)).toBe(false)
  expect(isWellFormedKey('')).toBe(false)
})

test('hashKey returns the SHA-256 of the key', () => {
  expect(hashKey('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
