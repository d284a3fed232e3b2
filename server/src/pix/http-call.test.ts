import { expect, test } from 'vitest'
import { makeManualClock, startFakePixProvider } from '../testing/fakes/fake-pix-provider.ts'
import { cob, setUpPixAdapter, request } from '../testing/fakes/pix-adapter-fixture.ts'
import { httpCall, withDeadline, type PixFetch } from './http-call.ts'

const at = setUpPixAdapter()
const get = { method: 'GET', url: 'http://network.example/', headers: {} } as const

test('httpCall sends nothing when the deadline has passed', async () => {
  const clock = makeManualClock()
  const sent: string[] = []
  const fetch: PixFetch = (url) => {
    sent.push(url)
    return Promise.resolve({ status: 200, body: null })
  }
  const outcome = await withDeadline(clock, 100, async (deadline) => {
    clock.advance(100)
    await deadline.within(new Promise(() => undefined))
    return httpCall(fetch, get, deadline)
  })
  expect(outcome).toEqual({ kind: 'not_sent' })
  expect(sent).toEqual([])
})

test('httpCall returns at the deadline even if fetch ignores its abort signal', async () => {
  const clock = makeManualClock()
  const ignoresSignal: PixFetch = () => {
    clock.advance(100)
    return new Promise(() => undefined)
  }
  const outcome = await withDeadline(clock, 100, (deadline) => httpCall(ignoresSignal, get, deadline))
  expect(outcome).toEqual({ kind: 'lost' })
})

test('httpCall does not follow a redirect, so it does not send the token and the payer data to another host', async () => {
  const elsewhere = await startFakePixProvider()
  at().bank.behave({
    api({ res }) {
      res.writeHead(307, { location: `${elsewhere.url}/cob` })
      res.end(JSON.stringify(cob))
    },
  })
  expect(await at().pix.issue(request)).toEqual({ kind: 'unknown' })
  expect(elsewhere.calls).toEqual([])
  await elsewhere.close()
})
