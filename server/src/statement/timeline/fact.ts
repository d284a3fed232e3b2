/** One fact in the history of a charge, without a text for display, because the console translates `kind`. */
export interface Fact {
  at: Date
  /**
   * The kind of the fact, for example `charge.created`, `payment.<classification>`, `refund.requested`, an entry type
   * or an event type.
   */
  kind: string
  amountCents: bigint | null
  /** More about the fact: an end-to-end id, a reason, a bank reference or the result of a dispute. */
  detail: string | null
  /** The actor that caused the fact, such as `staff:<id>` or `network`. Null when the actor is unknown. */
  actor: string | null
  journalId: string | null
  caseId: string | null
  payoutId: string | null
  /** The types of the webhook events that report this fact. */
  eventTypes: readonly string[]
  /**
   * An id that the bodies of the webhook events about this fact contain. Null means that any event of these types
   * reports the fact.
   */
  subject: string | null
}

const NO_DETAILS = {
  amountCents: null,
  detail: null,
  actor: null,
  journalId: null,
  caseId: null,
  payoutId: null,
  eventTypes: [],
  subject: null,
}

/** Creates a fact. A detail that the caller omits is null. */
export const fact = (at: Date, kind: string, details: Partial<Fact> = {}): Fact => ({
  ...NO_DETAILS,
  ...details,
  at,
  kind,
})
