import { z } from 'zod'

/**
 * Example values by field name. The example of a field is this value if the field's schema accepts the type of the
 * value.
 */
const VALUES: Record<string, unknown> = {
  name: 'Maria da Silva',
  document: '12345678909',
  email: 'maria@exemplo.com.br',
  phone: '+5511987654321',
  order_reference: 'pedido-1024',
  description: 'Dois cafés e um pão de queijo',
  amount_cents: '1990',
  expires_in_seconds: 3_600,
  metadata: { loja: 'centro' },
  fee_percent_bps: 200,
  fee_fixed_cents: '0',
  refunded_cents: '0',
  payments_count: 0,
  late_payment: false,
  is_simulated: false,
  qr_code_payload:
    '00020101021226770014br.gov.bcb.pix2555pix.exemplo.com.br/qr/v2/9d36b84fc70b478fb95c6304A1B2',
  txid: '0193d0e0f0a07c1e9a000123456789ab',
  end_to_end_id: 'E12345678202611201200a1b2c3d4e5f',
  external_reference: 'TED-2026-11-20-0001',
  sha256: '0f8fad5bd9cb469fa165708677289508e2a5d9c3f4b61a7d8c0e9f1b2a3c4d5e',
  size_bytes: 48_213,
  media_type: 'application/pdf',
  next_cursor: 'WyJjaGFyZ2VzLnYxIl0.u5nXyXo3',
  event_type: 'charge.paid',
  type: 'charge.paid',
  event_types: ['charge.paid', 'charge.expired'],
  classification: 'primary',
  source_type: 'charge',
  line_no: 1,
  url: 'https://loja.exemplo.com.br/webhooks/pix',
  signing_secret: 'whsec_0f8fad5bd9cb469fa16570867728950e',
  secret_last4: '950e',
  prefix: 'svc_live_4fZ81kQx0aBc',
  version: 'v1',
  event_id: 'evt_01JD0M3Q4S5T6V7W8X9Y0Z1A2B',
  status_code: 200,
  last_status_code: 200,
  latency_ms: 84,
  payouts_by_service_message: 'Repasses realizados pelo serviço conforme contrato.',
  payouts_by_service: true,
  payouts_suspended: false,
  suspension_reasons: [],
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-08T00:00:00.000Z',
  data: { charge_id: '0193d0e0-f0a0-7c1e-9a00-0123456789ab', order_reference: 'pedido-1024' },
}

/** Nullable fields that are usually null, so their example is null, too. */
const USUALLY_NULL = new Set([
  'fee_cents',
  'net_cents',
  'reserve_cents',
  'paid_at',
  'failure_message',
  'financial_case',
  'last_error',
  'error',
  'next_attempt_at',
  'paused_until',
  'completed_at',
  'return_id',
  'disabled_reason',
  'failing_since',
  'closed_at',
])
const STATUSES = ['pending', 'processing', 'succeeded', 'active']
const UUID = '0193d0e0-f0a0-7c1e-9a00-0123456789ab'
const INSTANT = '2026-11-20T12:00:00.000Z'

const Node = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  'x-extensible-enum': z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
})

/**
 * Returns an example value for a JSON Schema. `name` is the name of the field with this schema; empty if there is no
 * field.
 */
export function exampleOf(schema: unknown, name = ''): unknown {
  const node = Node.parse(schema)
  if (node.examples) return node.examples[0]
  if (node.const !== undefined) return node.const
  const values = node.enum ?? node['x-extensible-enum']
  if (values) return values.find((value) => STATUSES.includes(String(value))) ?? values[0]
  if (node.anyOf) return exampleOfUnion(node.anyOf, name)
  if (node.properties) {
    return Object.fromEntries(
      Object.entries(node.properties).map(([member, inner]) => [member, exampleOf(inner, member)]),
    )
  }
  if (node.format === 'uuid') return UUID
  const value = VALUES[name]
  if (node.format === 'date-time') return value ?? INSTANT
  if (value !== undefined && typeof value === node.type) return value
  if (node.type === 'array') return Array.isArray(value) ? value : [exampleOf(node.items, name)]
  return value ?? plainExample(node.type, name)
}

function exampleOfUnion(choices: unknown[], name: string): unknown {
  const types = choices.map((choice) => Node.parse(choice).type)
  if (types.includes('null') && USUALLY_NULL.has(name)) return null
  const known = types.indexOf(typeof VALUES[name])
  return exampleOf(choices[Math.max(0, known)], name)
}

function plainExample(type: unknown, name: string): unknown {
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (type === 'object') return {}
  return name.endsWith('_cents') ? '0' : 'texto'
}
