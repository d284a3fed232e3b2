import { beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { listTermsVersions } from '../merchants/terms-history.ts'
import { systemIds } from '../kernel/ids.ts'
import { makeVault } from '../kernel/vault.ts'
import { openBankAccount } from '../merchants/bank-account.ts'
import { operatorEnv, runCommand } from '../testing/clients/command-line.ts'
import { aBankAccount, BANK_ACCOUNT } from '../testing/fixtures/bank-accounts.ts'
import { auditOf } from '../testing/fixtures/audit-lines.ts'
import { balanceOf, settleEverything } from '../testing/fixtures/ledger.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { eventsOf } from '../testing/fixtures/disputes.ts'
import { anIdempotencyKey, aPaidCharge } from '../testing/fixtures/charges.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { completePayout } from './complete-payout.ts'
import { recordPayout } from './record-payout.ts'
import { reservePayout } from './reserve-payout.ts'
import { setBankAccount } from './set-bank-account.ts'

const FIELDS = '{ ispb branch accountMasked type holderName holderDocumentMasked }'
const MASKED = {
  ispb: '60701190',
  branch: '0910',
  accountMasked: '••••21-X',
  type: 'checking',
  holderName: 'Padaria São João Ltda',
  holderDocumentMasked: '**.345.678/****-**',
}

const { world, testConsole } = await startConsole({ terms: { feePercentBps: 0 } })
let finance: ConsoleClient
beforeAll(async () => {
  finance = await testConsole.signedIn('finance')
})

async function aFundedMerchant() {
  const merchant = await world.anotherMerchant({ feePercentBps: 0 })
  const payments = { rest: merchant.rest, network: world.network, settleInbox: () => world.settleInbox() }
  await aPaidCharge(payments, { amount_cents: 10_000 })
  await settleEverything(world)
  return merchant
}

const paid = (reference: string) => ({
  amountCents: 1_000n,
  externalReference: reference,
  paidAt: world.clock.now(),
})

test('a bank account is versioned with the terms, masked in responses, and encrypted in the database', async () => {
  const { merchantId } = await world.anotherMerchant()
  const SET = `mutation ($m: Uuid!, $a: BankAccountInput!) {
    setBankAccount(merchantId: $m, account: $a) { terms { bankAccount ${FIELDS} } } }`
  const set = await finance.send(SET, { m: merchantId, a: BANK_ACCOUNT })
  expect(set.data).toEqual({ setBankAccount: { terms: { bankAccount: MASKED } } })
  await finance.send(SET, { m: merchantId, a: { ...BANK_ACCOUNT, account: '99' } })

  const { data } = await finance.send(
    `{ merchant(id: "${merchantId}") { termsHistory { version terms { bankAccount { accountMasked } } } } }`,
  )
  expect(data).toEqual({
    merchant: {
      termsHistory: [
        { version: 3, terms: { bankAccount: { accountMasked: '••••' } } },
        { version: 2, terms: { bankAccount: { accountMasked: '••••21-X' } } },
        { version: 1, terms: { bankAccount: null } },
      ],
    },
  })
  const [stored] = await sql<{ everything: string }>(
    world.context(),
    `select (select string_agg(b::text, '') from merchant_bank_account b where merchant_id = $1)
       || (select string_agg(t::text, '') from merchant_terms t where merchant_id = $1)
       || (select string_agg(a::text, '') from audit_entry a where merchant_id = $1) as everything`,
    [merchantId],
  )
  expect(stored?.everything).toContain('••••21-X')
  for (const secret of ['7654321', BANK_ACCOUNT.holderDocument])
    expect(stored?.everything).not.toContain(secret)
  expect((await auditOf(world.context(), merchantId)).at(-1)).toMatchObject({
    action: 'merchant.set_bank_account',
    role: 'finance',
    before: { account: '••••21-X' },
    after: { account: '••••' },
  })
  const auditor = await testConsole.signedIn('auditor')
  const audit = await auditor.send<{ auditEntries: { nodes: { changes: { field: string }[] }[] } }>(
    `query ($m: Uuid!) { auditEntries(filter: { merchantId: $m, action: "merchant.set_bank_account" }) {
      nodes { changes { field before beforeName } } } }`,
    { m: merchantId },
  )
  expect(audit.data?.auditEntries.nodes[0]?.changes).toContainEqual({
    field: 'ispb',
    before: '60701190',
    beforeName: 'ITAÚ UNIBANCO S.A.',
  })
})

test('finance may reveal the bank account with an audited reason, but support may not', async () => {
  const { merchantId } = await world.anotherMerchant()
  const REVEAL = `mutation ($m: Uuid!) { revealBankAccount(merchantId: $m, reason: "Repasse de hoje") {
    ispb branch account type holderName holderDocument } }`
  const none = await finance.send(REVEAL, { m: merchantId })
  expect(none.errors[0]?.extensions.reason).toBe('bank_account_missing')
  const { bankAccountId } = await aBankAccount(world, merchantId)
  const shown = await finance.send(REVEAL, { m: merchantId })
  expect(shown.data).toEqual({ revealBankAccount: BANK_ACCOUNT })
  expect(await auditOf(world.context(), bankAccountId ?? '')).toMatchObject([
    { action: 'merchant.reveal_bank_account', role: 'finance', reason: 'Repasse de hoje' },
  ])
  const support = await testConsole.signedIn('support')
  expect((await support.send(REVEAL, { m: merchantId })).code).toBe('FORBIDDEN')
})

test('the error for an invalid bank account names every invalid field, and nothing changes', async () => {
  const { merchantId } = await world.anotherMerchant()
  const wrong = { ...BANK_ACCOUNT, ispb: '6070119', branch: '12345', account: '1-', holderName: '' }
  await expect(setBankAccount(world.context(), merchantId, wrong)).rejects.toMatchObject({
    details: {
      fields: [
        { path: 'ispb', code: 'format' },
        { path: 'branch', code: 'format' },
        { path: 'account', code: 'format' },
        { path: 'holderName', code: 'too_short' },
      ],
    },
  })
  expect(await listTermsVersions(world.context(), merchantId)).toHaveLength(1)
})

test('a reservation requires a bank account, and the payout keeps this bank account after another one is set', async () => {
  const { merchantId } = await aFundedMerchant()
  const idempotencyKey = anIdempotencyKey()
  const forced = { amountCents: 1_000n, forceReason: 'Urgente', idempotencyKey }
  await expect(reservePayout(world.context(), merchantId, forced)).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'bank_account_missing' },
  })
  const { bankAccountId: first } = await aBankAccount(world, merchantId)
  const reserved = await reservePayout(world.context(), merchantId, { amountCents: 1_000n, idempotencyKey })
  const { bankAccountId: second } = await aBankAccount(world, merchantId, { account: '1000-1' })
  const made = { externalReference: 'TED-1', paidAt: world.clock.now() }
  const completed = await completePayout(world.context(), merchantId, reserved.id, made)
  const recorded = await recordPayout(world.context(), merchantId, paid('TED-2'))
  expect([completed.bankAccountId, recorded.bankAccountId]).toEqual([first, second])
  expect(first).not.toBe(second)
})

test('removing the bank account suspends payouts and emits an event, and setting another bank account resumes payouts', async () => {
  const { merchantId, rest } = await aFundedMerchant()
  expect(await balanceOf(rest)).toMatchObject({ payouts_suspended: false, suspension_reasons: [] })
  await recordPayout(world.context(), merchantId, paid('TED-before'))
  await aBankAccount(world, merchantId)
  await setBankAccount(world.context(), merchantId, null)
  expect(await balanceOf(rest)).toMatchObject({
    payouts_suspended: true,
    suspension_reasons: [
      { code: 'bank_account_missing', message: 'Falta a conta bancária para o repasse.', case_id: null },
    ],
  })
  await expect(recordPayout(world.context(), merchantId, paid('TED-1'))).rejects.toMatchObject({
    details: { reason: 'payouts_suspended' },
  })
  await aBankAccount(world, merchantId)
  expect(await balanceOf(rest)).toMatchObject({ payouts_suspended: false })
  expect((await eventsOf(world, 'payouts.suspended', 'payouts.resumed')).slice(-2)).toMatchObject([
    { type: 'payouts.resumed' },
    { type: 'payouts.suspended', data: { reasons: ['bank_account_missing'] } },
  ])
})

test('after `secrets rotate`, bank accounts can be decrypted with the first key alone', async () => {
  const { merchantId } = await world.anotherMerchant()
  const { bankAccountId } = await aBankAccount(world, merchantId)
  const keys = [{ id: 'k2', key: systemIds.bytes(32) }]
  const { encryptionKeys, ...secrets } = world.kit.secrets
  const { status } = await runCommand(['secrets', 'rotate'], operatorEnv(world, [...keys, ...encryptionKeys]))
  expect(status).toBe(0)
  const ctx = { ...world.context(), vault: makeVault(systemIds, { ...secrets, keys }) }
  const [stored] = await sql<{ keyId: string; box: Buffer }>(
    ctx,
    'select key_id as "keyId", box from merchant_bank_account where id = $1',
    [bankAccountId],
  )
  expect(stored && openBankAccount(ctx, bankAccountId ?? '', stored)).toEqual(BANK_ACCOUNT)
})
