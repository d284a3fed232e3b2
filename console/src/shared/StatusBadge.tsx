import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  IconClockExclamation,
  IconClockOff,
  IconGavel,
  IconHandStop,
  IconHeartbeat,
  IconLock,
  IconPlayerPause,
  IconPlayerSkipForward,
  IconReceipt,
  IconRefreshAlert,
  IconSend,
  IconShieldLock,
  IconTruckDelivery,
  IconWallet,
  type Icon,
} from '@tabler/icons-react'
import {
  caseKind,
  chargeStatus,
  deliveryStatus,
  endpointHealthName,
  keyStatusName,
  payoutState,
  positionName,
  refundStatus,
} from '../lib/i18n/status.ts'
import { caseStatusText, isFailedRefund, type CaseStatusFacts } from '../lib/i18n/finance/case-status.ts'
import { deadlineBadge } from '../lib/i18n/finance/cases.ts'
import type { Text } from '../lib/text.ts'
import { nowMs } from '../lib/time/clock.ts'
import { caseNeedsPerson } from '../lib/values/case-action.ts'
import { deadlineWarning, type DeadlineWarning } from '../lib/values/deadline.ts'
import {
  deliveryState,
  type CaseKind,
  type CaseStatus,
  type ChargeStatus,
  type DeliveryState,
  type EndpointHealth,
  type KeyStatus,
  type PayoutState,
  type Position,
  type RefundStatus,
} from '../lib/values/status.ts'
import { Badge, type Tone } from '../ui/values/Badge.tsx'
import { useText } from '../ui/preferences.tsx'

type BadgeStyle = readonly [tone: Tone, icon: Icon]

const CHARGE: Record<ChargeStatus, BadgeStyle> = {
  created: ['neutral', IconCircleDashed],
  pending: ['info', IconClock],
  paid: ['success', IconCircleCheck],
  partially_refunded: ['accent', IconArrowBackUp],
  refunded: ['accent', IconArrowBackUp],
  expired: ['neutral', IconClockOff],
  cancelled: ['neutral', IconBan],
  failed: ['danger', IconAlertTriangle],
}

const DELIVERY: Record<DeliveryState, BadgeStyle> = {
  pending: ['info', IconClock],
  retrying: ['warning', IconRefreshAlert],
  sending: ['info', IconSend],
  succeeded: ['success', IconCircleCheck],
  failed: ['danger', IconCircleX],
  skipped: ['neutral', IconPlayerSkipForward],
}

const ENDPOINT: Record<EndpointHealth, BadgeStyle> = {
  healthy: ['success', IconHeartbeat],
  idle: ['neutral', IconCircleDashed],
  failing: ['warning', IconAlertTriangle],
  paused: ['warning', IconPlayerPause],
  disabled: ['danger', IconCircleX],
  off: ['neutral', IconCircleMinus],
}

const KEY: Record<KeyStatus, BadgeStyle> = {
  active: ['success', IconCircleCheck],
  expired: ['neutral', IconClockOff],
  revoked: ['danger', IconBan],
}

const POSITION: Record<Position, BadgeStyle> = {
  pending: ['info', IconClock],
  available: ['success', IconWallet],
  contract_reserve: ['accent', IconShieldLock],
  case_hold: ['warning', IconLock],
  payout_reserved: ['neutral', IconTruckDelivery],
  receivable: ['danger', IconReceipt],
}

const PAYOUT: Record<PayoutState, BadgeStyle> = {
  reserved: ['info', IconClock],
  paid: ['success', IconCircleCheck],
  given_back: ['neutral', IconBan],
  reversed: ['warning', IconArrowBackUp],
}

const CASE: Record<CaseStatus, BadgeStyle> = {
  open: ['warning', IconLock],
  returned: ['accent', IconArrowBackUp],
  released: ['success', IconCircleCheck],
}

const REFUND: Record<RefundStatus, BadgeStyle> = {
  processing: ['info', IconClock],
  completed: ['success', IconCircleCheck],
  failed: ['danger', IconCircleX],
}

const CASE_KIND: Record<CaseKind, BadgeStyle> = {
  dispute: ['danger', IconGavel],
  held_payment: ['warning', IconHandStop],
  refund: ['info', IconArrowBackUp],
  block: ['neutral', IconLock],
}

function TranslatedBadge(props: { badgeStyle: BadgeStyle; text: Text; size?: 'sm' | 'md' }) {
  const t = useText()
  const [tone, icon] = props.badgeStyle
  return (
    <Badge tone={tone} icon={icon} size={props.size ?? 'sm'}>
      {t(props.text)}
    </Badge>
  )
}

export function ChargeStatusBadge(props: { status: ChargeStatus; size?: 'sm' | 'md' }) {
  return (
    <TranslatedBadge
      badgeStyle={CHARGE[props.status]}
      text={chargeStatus[props.status]}
      size={props.size ?? 'sm'}
    />
  )
}

export function DeliveryStatusBadge({ delivery }: { delivery: Parameters<typeof deliveryState>[0] }) {
  const state = deliveryState(delivery)
  return <TranslatedBadge badgeStyle={DELIVERY[state]} text={deliveryStatus[state]} />
}

export function EndpointHealthBadge(props: { health: EndpointHealth; size?: 'sm' | 'md' }) {
  return (
    <TranslatedBadge
      badgeStyle={ENDPOINT[props.health]}
      text={endpointHealthName[props.health]}
      size={props.size ?? 'sm'}
    />
  )
}

export function KeyStatusBadge({ status }: { status: KeyStatus }) {
  return <TranslatedBadge badgeStyle={KEY[status]} text={keyStatusName[status]} />
}

export function PositionBadge({ position, name }: { position: Position; name?: Text }) {
  return <TranslatedBadge badgeStyle={POSITION[position]} text={name ?? positionName[position]} />
}

export function PositionIcon(props: { position: Position; size?: number }) {
  const IconComponent = POSITION[props.position][1]
  return <IconComponent size={props.size ?? 18} stroke={1.75} aria-hidden />
}

export function PayoutStateBadge(props: { state: PayoutState; size?: 'sm' | 'md' }) {
  return (
    <TranslatedBadge
      badgeStyle={PAYOUT[props.state]}
      text={payoutState[props.state]}
      size={props.size ?? 'sm'}
    />
  )
}

/** Returns the look of the status of a case. An open case is amber only if a person must act. */
function caseStyle(row: CaseStatusFacts): BadgeStyle {
  if (isFailedRefund(row)) return REFUND.failed
  return row.status === 'open' && !caseNeedsPerson(row) ? ['info', IconClock] : CASE[row.status]
}

/** The status of a case. A refund that was not made is red. */
export function CaseStatusBadge({ row, size }: { row: CaseStatusFacts; size?: 'sm' | 'md' }) {
  return <TranslatedBadge badgeStyle={caseStyle(row)} text={caseStatusText(row)} size={size ?? 'sm'} />
}

export function RefundStatusBadge({ status }: { status: RefundStatus }) {
  return <TranslatedBadge badgeStyle={REFUND[status]} text={refundStatus[status]} />
}

export function CaseKindBadge({ kind }: { kind: CaseKind }) {
  return <TranslatedBadge badgeStyle={CASE_KIND[kind]} text={caseKind[kind]} />
}

const DEADLINE: Record<DeadlineWarning, Tone> = { 72: 'info', 24: 'warning', 4: 'danger', passed: 'neutral' }

/** Warns that the deadline of an open dispute is near or has passed. Renders nothing while no warning applies. */
export function DeadlineBadge(props: { dispute: { status: string; answerUntil: string } | null }) {
  const { dispute } = props
  const warning = dispute?.status === 'open' ? deadlineWarning(dispute.answerUntil, nowMs()) : null
  if (warning === null) return null
  return (
    <TranslatedBadge
      badgeStyle={[DEADLINE[warning], IconClockExclamation]}
      text={deadlineBadge[warning]}
      size="sm"
    />
  )
}
