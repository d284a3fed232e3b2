import { expect, test } from 'vitest'
import { findFreePort, isPortFree } from './ports.ts'

test('a free port is below the ports of outgoing connections, so no outgoing connection can take it', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, findFreePort))
  expect(ports.filter((port) => port < 20_000 || port > 32_767)).toEqual([])
  expect(await Promise.all(ports.map(isPortFree))).not.toContain(false)
})
