import type { Text } from '../../text.ts'

/** Names of the audited actions, by action code. An unknown one is shown as its code. */
export const auditAct: Readonly<Record<string, Text>> = {
  'api_key.create': ['Criou chave de API', 'Created an API key'],
  'api_key.revoke': ['Revogou chave de API', 'Revoked an API key'],
  'case.retry_return': ['Tentou de novo a devolução', 'Tried the return again'],
  'charge.cancel': ['Cancelou cobrança', 'Cancelled a charge'],
  'debt.ask_write_off': ['Pediu baixa de dívida', 'Asked to write a debt off'],
  'debt.refuse_write_off': ['Recusou baixa de dívida', 'Refused to write a debt off'],
  'debt.write_off': ['Deu baixa em dívida', 'Wrote a debt off'],
  'dispute.decide': ['Decidiu contestação', 'Decided a dispute'],
  'dispute.evidence': ['Registrou defesa', 'Submitted evidence'],
  'dispute.open': ['Abriu contestação', 'Opened a dispute'],
  'document.reveal': ['Viu CPF ou CNPJ', 'Saw a CPF or CNPJ'],
  'journal_entry.reverse': ['Estornou lançamento', 'Reversed a journal entry'],
  'list.export': ['Exportou lista', 'Exported a list'],
  'merchant.create': ['Cadastrou lojista', 'Created a merchant'],
  'merchant.resume_payouts': ['Retomou repasses', 'Resumed payouts'],
  'merchant.reveal_bank_account': ['Viu conta bancária', 'Saw a bank account'],
  'merchant.set_bank_account': ['Mudou conta bancária', 'Changed a bank account'],
  'merchant.suspend_payouts': ['Suspendeu repasses', 'Suspended payouts'],
  'merchant.update_terms': ['Mudou condições', 'Changed terms'],
  'payout.complete': ['Concluiu repasse', 'Completed a payout'],
  'payout.give_back': ['Desfez repasse', 'Gave a payout back'],
  'payout.record': ['Registrou repasse', 'Recorded a payout'],
  'payout.reserve': ['Reservou repasse', 'Reserved a payout'],
  'payout.reverse': ['Estornou repasse', 'Reversed a payout'],
  'reconciliation_exception.close': ['Encerrou divergência', 'Closed an exception'],
  'refund.request': ['Pediu devolução', 'Requested a refund'],
  'saved_view.delete': ['Excluiu visão', 'Deleted a view'],
  'saved_view.save': ['Salvou visão', 'Saved a view'],
  'staff.accept_invitation': ['Aceitou convite', 'Accepted an invitation'],
  'staff.admit_network': ['Admitiu uma rede para entrar', 'Admitted a network for signing in'],
  'staff.change_role': ['Mudou perfil', 'Changed a role'],
  'staff.changed_by_provider': ['Perfil mudado pelo provedor', 'Role changed by the provider'],
  'staff.code_refused': ['Código recusado', 'Code refused'],
  'staff.create': ['Cadastrou pessoa', 'Created a person'],
  'staff.deactivate': ['Desativou pessoa', 'Deactivated a person'],
  'staff.end_session': ['Encerrou sessão', 'Ended a session'],
  'staff.invite': ['Convidou pessoa', 'Invited somebody'],
  'staff.link_identity': ['Ligou identidade do provedor', "Linked a provider's identity"],
  'staff.password_changed': ['Trocou a senha', 'Changed the password'],
  'staff.reactivate': ['Reativou pessoa', 'Reactivated a person'],
  'staff.recovery_code_used': ['Entrou com um código de recuperação', 'Used a recovery code'],
  'staff.recovery_codes_renewed': ['Gerou códigos de recuperação', 'Renewed the recovery codes'],
  'staff.sign_in': ['Entrou', 'Signed in'],
  'staff.sign_in_refused': ['Entrada recusada', 'Sign-in refused'],
  'staff.sign_out': ['Saiu', 'Signed out'],
  'staff.step_up': ['Confirmou que é a pessoa', 'Proved who they are'],
  'staff.taken_in_by_provider': ['Cadastrada pelo provedor', 'Taken in by the provider'],
  'staff.totp_enrolled': ['Configurou o aplicativo de códigos', 'Enrolled an authenticator'],
  'staff.offer_password': ['Gerou um link para nova senha', 'Made a link to a new password'],
  'staff.password_set_by_link': ['Trocou a senha por um link', 'Set a password by a link'],
  'staff.unlink_identity': ['Desligou uma conta da empresa', 'Unlinked a company account'],
  'staff.totp_reset': ['Tirou o aplicativo de códigos', 'Took an authenticator away'],
  'staff.totp_set': ['Criou o aplicativo de códigos', 'Set an authenticator'],
  'staff.withdraw_invitation': ['Cancelou convite', 'Withdrew an invitation'],
  'webhook_delivery.replay': ['Reenviou entrega', 'Replayed a delivery'],
  'webhook_endpoint.change': ['Mudou endpoint', 'Changed an endpoint'],
  'webhook_endpoint.create': ['Registrou endpoint', 'Registered an endpoint'],
  'webhook_endpoint.rotate_secret': ['Trocou segredo de assinatura', 'Rotated a signing secret'],
  'webhook_endpoint.change_limits': ['Mudou o ritmo de um endpoint', 'Changed the pace of an endpoint'],
  'webhook_endpoint.test': ['Testou endpoint', 'Tested an endpoint'],
  'webhook_endpoint.turn_off': ['Excluiu endpoint', 'Removed an endpoint'],
  'webhook_replay.start': ['Iniciou reenvio em lote', 'Started a bulk replay'],
}

/** Names of the targets of audited actions, by type. */
export const auditTarget: Readonly<Record<string, Text>> = {
  api_key: ['Chave de API', 'API key'],
  bank_account: ['Conta bancária', 'Bank account'],
  case: ['Caso', 'Case'],
  charge: ['Cobrança', 'Charge'],
  dispute: ['Contestação', 'Dispute'],
  journal_entry: ['Lançamento', 'Journal entry'],
  list: ['Lista', 'List'],
  merchant: ['Lojista', 'Merchant'],
  payout: ['Repasse', 'Payout'],
  reconciliation_exception: ['Divergência', 'Exception'],
  refund: ['Devolução', 'Refund'],
  saved_view: ['Visão', 'View'],
  staff: ['Pessoa', 'Person'],
  staff_invitation: ['Convite', 'Invitation'],
  webhook_delivery: ['Entrega', 'Delivery'],
  webhook_endpoint: ['Endpoint', 'Endpoint'],
  webhook_replay: ['Reenvio em lote', 'Bulk replay'],
  write_off: ['Baixa de dívida', 'Debt write-off'],
}

/** Names of the actors that are not persons. */
export const auditActor = {
  anonymous: ['Ninguém conectado', 'Nobody signed in'],
  cli: ['Linha de comando', 'Command line'],
  job: ['Rotina automática', 'Scheduled job'],
} as const satisfies Readonly<Record<string, Text>>

const KEY = /^api-key:(.+)$/

/** Returns the name of an actor: a person's own name, an API key with its id, a translation for any other. */
export function actorName(actor: string): Text {
  const [, key] = KEY.exec(actor) ?? []
  if (key !== undefined) return [`Chave de API ${key}`, `API key ${key}`]
  return actor.startsWith('job:') ? auditActor.job : named(auditActor, actor)
}

/** Returns the name of a code, or the code itself. */
export const named = (names: Readonly<Record<string, Text>>, code: string): Text =>
  names[code] ?? [code, code]
