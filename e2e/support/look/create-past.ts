import { Merchant } from '../merchant.ts'
import { announceStacks, readDemo, startStack } from '../stack.ts'
import {
  createPaidCharge,
  createShop,
  openDispute,
  recordPayout,
  setBankAccount,
  waitForAvailable,
  waitUntil,
} from './shops.ts'

/**
 * Starts a stack, creates sales, payouts and a dispute with the clock of this process, and stops the stack. The function
 * `createPast` runs this script. The argument is the data folder, which the script keeps.
 */

const stack = await startStack(process.argv[2])
announceStacks([stack])

const livros = await createShop('Livros do Vale', '45723174000110', ['--fee-bps', '199', '--fee-fixed', '49'])
for (let n = 0; n < 6; n++) await createPaidCharge(livros.merchant, 6_990 + n * 4_130, n)
await setBankAccount(livros.id, { ispb: '60746948', holder: 'Livros do Vale Ltda' })
await waitForAvailable(livros, 40_000)
await recordPayout(livros.id, 40_000, 'TED-LIVROS-0007')

const terms = ['--fee-bps', '250', '--reserve-bps', '1000', '--reserve-days', '60']
const mercearia = await createShop('Mercearia São Jorge', '11444777000161', terms)
for (let n = 0; n < 4; n++) await createPaidCharge(mercearia.merchant, 12_300 + n * 9_870, n)
await openDispute(mercearia.id, await createPaidCharge(mercearia.merchant, 45_600, 1))

// The stack creates the payout of the demo merchant after its start.
const demo = new Merchant(readDemo().api_key)
await waitUntil('payout', async () => Object.keys(await demo.payouts()).length > 0)
await waitForAvailable(mercearia, 50_000)
await stack.stop({ keepData: true })
process.exit()
