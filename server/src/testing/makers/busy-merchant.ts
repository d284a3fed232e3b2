import { createApiKey } from '../../api-keys/create-api-key.ts'
import { openDispute } from '../../disputes/open-dispute.ts'
import { plusMs } from '../../kernel/clock.ts'
import { sql } from '../../kernel/database/sql.ts'
import { requestWriteOff } from '../../write-offs/request-write-off.ts'
import { refuseWriteOff } from '../../write-offs/decide-write-off.ts'
import { recordPayout } from '../../payouts/record-payout.ts'
import { suspendPayouts } from '../../suspension/suspend-payouts.ts'
import { openException } from '../../exceptions/exceptions.ts'
import { inviteStaff } from '../../staff/invitations/invite-staff.ts'
import { saveView } from '../../staff/views/save-view.ts'
import { deliverDue } from '../../webhooks/dispatch/deliver-due.ts'
import { startReplay } from '../../webhooks/replays/start-replay.ts'
import { settleEverything } from './books.ts'
import type { Person, TestConsole } from '../clients/console-client.ts'
import { aDebt } from './debts.ts'
import { aPaidCharge, type ChargeJson, type Paying } from './makers.ts'
import { answer } from '../far-end/receiver.ts'
import { requestRefund } from './returns.ts'
import type { Market, Shop } from './shops.ts'

const HOUR_MS = 3_600_000
/** As long as one code of an app counts. */
const CODE_MS = 31_000

/** One of each thing that a page of the console is about. */
export interface Things {
  merchantId: string
  chargeId: string
  caseId: string
  payoutId: string
  endpointId: string
  deliveryId: string
  replayId: string
  auditId: string
  staffId: string
  invitationToken: string
}

/** A merchant with whom much happens: each `more` makes one more of everything that a list of the console shows. */
export class BusyMerchant {
  #rounds = 0
  #charge: ChargeJson | undefined

  private constructor(
    readonly market: Market,
    readonly office: TestConsole,
    readonly shop: Shop,
    /** Whose sessions and views become more. */
    readonly person: Person,
  ) {}

  get #actor(): string {
    return `staff:${this.person.id}`
  }

  static async open(market: Market, office: TestConsole): Promise<BusyMerchant> {
    market.receiver.behave(answer(500))
    return new BusyMerchant(market, office, await market.shop(), await office.person('admin'))
  }

  /** One more of each; the first charge is returned a little more of, and told to one endpoint more. */
  async more(): Promise<Things> {
    const { world } = this.market
    const { merchantId, rest } = this.shop
    const round = (this.#rounds += 1)
    const { endpointId } = await this.market.endpoint(merchantId)
    const theirs: Paying = { rest, network: world.network, settleInbox: () => world.settleInbox() }
    const paid = await aPaidCharge(theirs, { order_reference: `pedido-${round}` })
    this.#charge ??= paid
    await requestRefund(rest, paid.id, { amount_cents: 100 })
    if (this.#charge !== paid) await requestRefund(rest, this.#charge.id, { amount_cents: 100 })
    await settleEverything(world)
    const payoutId = await this.#finance(round)
    const caseId = await this.#dispute(await aPaidCharge(theirs))
    const staff = await this.#people(round)
    await deliverDue(this.market.context(), 1_000)
    const [delivery] = await this.market.deliveries(this.shop)
    const [line] = await sql<{ id: string }>(world.context(), 'select id from audit_entry limit 1')
    return {
      merchantId,
      chargeId: this.#charge.id,
      caseId,
      payoutId,
      endpointId: this.shop.endpointId,
      deliveryId: delivery?.id ?? '',
      replayId: await this.#replay(endpointId),
      auditId: line?.id ?? '',
      ...staff,
    }
  }

  async #finance(round: number): Promise<string> {
    const { world } = this.market
    const { merchantId } = this.shop
    const now = world.clock.now()
    const exception = {
      kind: 'missing_at_network' as const,
      endToEndId: `E${round}`,
      paymentId: null,
      details: {},
    }
    await openException(world.context(), merchantId, exception, now)
    await createApiKey(world.context(), merchantId, { name: `loja ${round}`, scopes: ['charges:read'] })
    const other = await this.market.shop()
    await suspendPayouts(world.context(this.#actor), other.merchantId, 'Documentos em análise')
    await aDebt(world, merchantId, BigInt(round))
    const asked = { amountCents: 1n, reason: 'Encerrou' }
    const { id } = await requestWriteOff(world.context(this.#actor), merchantId, asked)
    await refuseWriteOff(world.context(this.#actor), merchantId, id, 'Ainda paga')
    const made = { amountCents: 10n, externalReference: `T${round}`, paidAt: now, forceReason: 'Conferido' }
    return (await recordPayout(world.context(), merchantId, made)).id
  }

  async #dispute({ end_to_end_id: endToEndId }: ChargeJson): Promise<string> {
    const input = { endToEndId: endToEndId ?? '', amountCents: null, nature: 'MED', description: null }
    const ctx = this.market.world.context(this.#actor)
    return (await openDispute(ctx, this.shop.merchantId, input)).caseId
  }

  async #people(round: number): Promise<Pick<Things, 'staffId' | 'invitationToken'>> {
    const { world } = this.market
    world.clock.advance(CODE_MS)
    await this.office.signInAs(this.person)
    const view = { id: null, page: 'charges', name: `Visão ${round}`, search: '', sharedWith: null }
    await saveView(world.context(), { id: this.person.id, role: 'admin' }, view)
    const invited = { email: `convite-${round}@exemplo.com.br`, name: 'Ana Souza', role: 'support' as const }
    const { token } = await inviteStaff(world.context(this.#actor), invited)
    await this.office.person('support')
    return { staffId: this.person.id, invitationToken: token }
  }

  async #replay(endpointId: string): Promise<string> {
    const now = this.market.world.clock.now()
    const filter = {
      endpointId,
      source: 'deliveries' as const,
      eventTypes: [],
      from: plusMs(now, -HOUR_MS),
      to: plusMs(now, HOUR_MS),
      includeSucceeded: true,
    }
    return (await startReplay(this.market.world.context(), this.shop.merchantId, filter)).id
  }
}
