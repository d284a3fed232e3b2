import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { z } from 'zod'
import { aPayer, Merchant, type Charge } from '../support/merchant.ts'
import { payQrCode } from '../support/pix-network.ts'
import { readDemo } from '../support/stack.ts'
import { querySql } from '../support/sql.ts'
import { openConsole } from '../support/sessions.ts'
import { submitDialog } from '../support/staff.ts'

const StoredFile = z.object({ id: z.uuid() })

/** Builds a PDF with one empty page. */
function aPdf(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ]
  let body = '%PDF-1.7\n'
  const rows = objects.map((object, at) => {
    const position = String(body.length).padStart(10, '0')
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${position} 00000 n \n`
  })
  const table = `xref\n0 4\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size 4 /Root 1 0 R >>\n`
  return Buffer.from(`${body}${table}startxref\n${body.length}\n%%EOF\n`, 'latin1')
}

async function aPaidCharge(): Promise<Charge> {
  const merchant = new Merchant(readDemo().api_key)
  const charge = await merchant.createCharge(6_543, aPayer())
  await payQrCode(charge.pix?.qr_code_payload ?? '')
  await expect.poll(() => merchant.charge(charge.id)).toMatchObject({ status: 'paid' })
  return charge
}

/** Opens a dispute on the page of the charge. Returns the id of the case. */
async function openDispute(page: Page, charge: Charge): Promise<string> {
  await page.goto(new URL(`/charges/${charge.id}`, readDemo().console.url).href)
  await submitDialog(page, 'Abrir contestação', async (form) => {
    await form.getByLabel('Natureza').selectOption('MED_FRAUDE')
  })
  await page.getByRole('note').getByRole('link', { name: 'Ver o caso' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contestação' })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Uploads a file as the merchant and submits evidence that refers to the file. */
async function sendEvidence(caseId: string, pdf: Buffer): Promise<void> {
  const { base_url: baseUrl, api_key: key } = readDemo()
  const headers = { authorization: `Bearer ${key}` }
  const stored = await fetch(`${baseUrl}/v1/disputes/${caseId}/files`, {
    method: 'POST',
    headers: {
      ...headers,
      'idempotency-key': randomUUID(),
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="comprovante.pdf"',
    },
    body: new Uint8Array(pdf),
  })
  expect(stored.status).toBe(201)
  const { id } = StoredFile.parse(await stored.json())
  const evidence = { text: 'Entregue em mãos', file_ids: [id] }
  const { status } = await new Merchant(key).call('POST', `/v1/disputes/${caseId}/evidence`, evidence)
  expect(status).toBe(201)
}

test('staff read the evidence of a dispute, download its file, record that they forwarded the evidence, and decide the dispute', async ({
  page,
}) => {
  await openConsole(page)
  const charge = await aPaidCharge()
  const caseId = await openDispute(page, charge)
  await expect(page.getByText('O lojista não enviou arquivos.')).toBeVisible()
  const pdf = aPdf()
  await sendEvidence(caseId, pdf)

  const files = page.getByRole('table', { name: 'Arquivos' })
  await expect(files.getByRole('row', { name: 'comprovante.pdf' })).toContainText('Sim')
  await expect(page.getByText('Entregue em mãos')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar comprovante.pdf' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('comprovante.pdf')
  expect(readFileSync(await download.path()).equals(pdf)).toBe(true)

  await submitDialog(page, 'Marcar como encaminhada', (form) => expect(form).toContainText('portal do PSP'))
  await expect(page.getByText('Encaminhada', { exact: true })).toBeVisible()
  const [dispute] = await querySql(
    'select evidence_forwarded_at is not null as forwarded from dispute where case_id = $1',
    [caseId],
  )
  expect(dispute?.['forwarded']).toMatch(/^t/)
  const audited = await querySql(
    `select action from audit_entry where target_id = $1
     and action in ('dispute_file.download', 'dispute.forward_evidence') order by action`,
    [caseId],
  )
  expect(audited.map(({ action }) => action)).toEqual(['dispute.forward_evidence', 'dispute_file.download'])
  await submitDialog(page, 'Decidir a contestação', async (form) => {
    await expect(form).toContainText('Nada vai ao pagador. R$ 65,43 voltam ao saldo do lojista.')
    await form.getByLabel('Rejeitar').check()
    await form.getByLabel('Justificativa').fill('Entrega comprovada')
  })
  await expect(page.getByText('Rejeitada').first()).toBeVisible()

  await page.goto(new URL('/statement', readDemo().console.url).href)
  const held = page.getByRole('rowgroup').filter({ hasText: charge.order_reference })
  await held.filter({ hasText: 'Valor bloqueado' }).getByRole('link', { name: 'Ver caso' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/cases/${caseId}`))
})
