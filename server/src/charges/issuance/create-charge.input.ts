import type { Context } from '../../kernel/context.ts'

export interface CreateCharge {
  idempotencyKey: string
  orderReference: string
  amountCents: bigint
  description: string | null
  payer: {
    name?: string | undefined
    document?: string | undefined
    email?: string | undefined
    phone?: string | undefined
  }
  expiresInSeconds: number
  metadata: Record<string, string>
}

/**
 * Returns the fingerprint of a request: a digest of all validated values, including defaults, in a fixed order. The
 * digest is keyed, so that the stored value reveals nothing about the payer.
 */
export function fingerprintOf(ctx: Context, input: CreateCharge): Buffer {
  const { name, document, email, phone } = input.payer
  const canonical = [
    input.orderReference,
    input.amountCents.toString(),
    input.description,
    [name ?? null, document ?? null, email ?? null, phone ?? null],
    input.expiresInSeconds,
    Object.entries(input.metadata).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]
  return ctx.vault.fingerprint('create-charge', JSON.stringify(canonical))
}
