import type { Text } from '../../lib/text.ts'
import type { Change } from './changes.ts'

/**
 * The sentences of the audited actions, by action code. The page writes the name of the actor before the text, and the
 * name of the target in place of `#`. A text without `#` does not name the target.
 */
export const auditSentence: Readonly<Record<string, Text>> = {
  'api_key.create': ['criou a chave de API #', 'created the API key #'],
  'api_key.revoke': ['revogou a chave de API #', 'revoked the API key #'],
  'case.retry_return': ['tentou de novo a devolução do caso #', 'retried the refund of case #'],
  'cell.change_state': ['mudou a situação da célula #', 'changed the state of the cell #'],
  'cell.move_merchant': ['moveu o lojista # para outra célula', 'moved the merchant # to another cell'],
  'charge.cancel': ['cancelou a cobrança #', 'cancelled the charge #'],
  'debt.ask_write_off': ['pediu baixa de débito', 'requested a debt write-off'],
  'debt.refuse_write_off': ['recusou a baixa de um débito', 'refused a debt write-off'],
  'debt.write_off': ['deu baixa em um débito', 'wrote off a debt'],
  'dispute.accept': ['aceitou a contestação da cobrança #', 'accepted the dispute on charge #'],
  'dispute.decide': ['decidiu a contestação da cobrança #', 'decided the dispute on charge #'],
  'dispute.evidence': ['registrou a defesa da cobrança #', 'recorded evidence for charge #'],
  'dispute.forward_evidence': [
    'encaminhou ao PSP a defesa da cobrança #',
    'forwarded the evidence for charge # to the PSP',
  ],
  'dispute.open': ['abriu contestação da cobrança #', 'opened a dispute on charge #'],
  'dispute_file.add': [
    'enviou um arquivo da contestação da cobrança #',
    'uploaded a file for the dispute on charge #',
  ],
  'dispute_file.download': [
    'baixou um arquivo da contestação da cobrança #',
    'downloaded a file of the dispute on charge #',
  ],
  'document.reveal': ['viu o CPF ou CNPJ de #', 'viewed the CPF or CNPJ of #'],
  'journal_entry.reverse': ['estornou o lançamento #', 'reversed the journal entry #'],
  'list.export': ['exportou a lista #', 'exported the list #'],
  'ledger.verify': ['pediu a verificação do razão', 'requested a ledger verification'],
  'merchant.create': ['cadastrou o lojista #', 'created the merchant #'],
  'merchant.resume_payouts': ['retomou os repasses de #', 'resumed the payouts of #'],
  'merchant.reveal_bank_account': ['viu a conta bancária do lojista', 'viewed the merchant’s bank account'],
  'merchant.set_bank_account': ['mudou a conta bancária de #', 'changed the bank account of #'],
  'merchant.suspend_payouts': ['suspendeu os repasses de #', 'suspended the payouts of #'],
  'merchant.update_terms': ['mudou as condições de #', 'changed the terms of #'],
  'payout.complete': ['concluiu o repasse #', 'completed the payout #'],
  'payout.give_back': ['desfez o repasse #', 'cancelled the reservation of the payout #'],
  'payout.record': ['registrou o repasse #', 'recorded the payout #'],
  'payout.reserve': ['reservou o repasse #', 'reserved the payout #'],
  'payout.reverse': ['estornou o repasse #', 'reversed the payout #'],
  'reconciliation_exception.close': ['encerrou a divergência #', 'closed the exception #'],
  'refund.request': ['pediu a devolução da cobrança #', 'requested a refund of charge #'],
  'returns.hold': ['suspendeu as devoluções', 'suspended refunds'],
  'returns.release': ['liberou as devoluções', 'resumed refunds'],
  'saved_view.delete': ['excluiu uma visão', 'deleted a view'],
  'saved_view.save': ['salvou uma visão', 'saved a view'],
  'staff.accept_invitation': ['aceitou o convite de #', 'accepted the invitation of #'],
  'staff.admit_network': ['admitiu uma rede para # entrar', 'allowed a network for # to sign in'],
  'staff.change_role': ['mudou o perfil de #', 'changed the role of #'],
  'staff.changed_by_provider': [
    'recebeu do provedor o perfil de #',
    'received the role of # from the provider',
  ],
  'staff.code_refused': ['teve um código recusado ao entrar como #', 'entered a wrong code for #'],
  'staff.create': ['cadastrou #', 'created #'],
  'staff.deactivate': ['desativou #', 'deactivated #'],
  'staff.end_session': ['encerrou sessões de #', 'ended sessions of #'],
  'staff.invite': ['convidou #', 'invited #'],
  'staff.link_identity': ['vinculou # à conta da empresa', 'linked # to the company account'],
  'staff.offer_password': ['gerou um link para nova senha de #', 'created a password reset link for #'],
  'staff.password_changed': ['trocou a senha de #', 'changed the password of #'],
  'staff.password_set_by_link': [
    'trocou por um link a senha de #',
    'set the password of # with a reset link',
  ],
  'staff.reactivate': ['reativou #', 'reactivated #'],
  'staff.recovery_code_used': ['usou um código de recuperação de #', 'used a recovery code of #'],
  'staff.recovery_codes_renewed': ['gerou códigos de recuperação de #', 'renewed the recovery codes of #'],
  'staff.sign_in': ['entrou', 'signed in'],
  'staff.sign_in_refused': ['teve a entrada recusada', 'was refused sign-in'],
  'staff.sign_out': ['saiu', 'signed out'],
  'staff.step_up': ['confirmou a própria identidade', 'confirmed their identity'],
  'staff.taken_in_by_provider': ['cadastrou # pelo provedor', 'created # through the provider'],
  'staff.totp_enrolled': ['configurou o autenticador de #', 'enrolled the authenticator of #'],
  'staff.totp_reset': ['removeu o autenticador de #', 'removed the authenticator of #'],
  'staff.totp_set': ['criou o autenticador de #', 'set up the authenticator of #'],
  'staff.unlink_identity': ['desvinculou # da conta da empresa', 'unlinked # from the company account'],
  'staff.withdraw_invitation': ['cancelou o convite de #', 'withdrew the invitation of #'],
  'webhook_delivery.replay': ['reenviou uma entrega', 'replayed a delivery'],
  'webhook_endpoint.change': ['mudou o endpoint #', 'changed the endpoint #'],
  'webhook_endpoint.change_limits': [
    'mudou o ritmo do endpoint #',
    'changed the rate limits of the endpoint #',
  ],
  'webhook_endpoint.create': ['registrou o endpoint #', 'registered the endpoint #'],
  'webhook_endpoint.rotate_secret': [
    'trocou o segredo de assinatura do endpoint #',
    'rotated the signing secret of the endpoint #',
  ],
  'pix_account.assign': ['definiu as contas PSP do lojista #', 'set the PSP accounts of the merchant #'],
  'pix_account.change_ceilings': [
    'mudou os limites da conta PSP #',
    'changed the limits of the PSP account #',
  ],
  'pix_account.change_connection': [
    'mudou a conexão da conta PSP #',
    'changed the connection of the PSP account #',
  ],
  'pix_account.change_state': ['mudou a situação da conta PSP #', 'changed the state of the PSP account #'],
  'pix_account.create': ['criou a conta PSP #', 'created the PSP account #'],
  'pix_account.replace_callback_secret': [
    'trocou o segredo da URL de callback da conta PSP #',
    'replaced the secret of the callback URL of the PSP account #',
  ],
  'pix_account.replace_secrets': ['trocou segredos da conta PSP #', 'replaced secrets of the PSP account #'],
  'webhook_endpoint.test': ['testou o endpoint #', 'tested the endpoint #'],
  'webhook_endpoint.turn_off': ['excluiu o endpoint #', 'removed the endpoint #'],
  'webhook_replay.start': ['iniciou um reenvio em lote', 'started a bulk replay'],
}

/** Sentences of `merchant.set_bank_account` for the first account, and for the removal of the account. */
export const bankAccountSentence: Readonly<Record<'first' | 'removed', Text>> = {
  first: ['cadastrou a conta bancária de #', 'added the bank account of #'],
  removed: ['removeu a conta bancária de #', 'removed the bank account of #'],
}

/** The parts of a sentence around its target. If the sentence has no target, `after` is undefined. */
export type SentenceParts = { before: Text; after: Text | undefined }

/**
 * Splits the sentence of an action at the place of its target. For an unknown action, the sentence is the code of the
 * action.
 */
export function sentenceParts(action: string): SentenceParts {
  return partsOf(auditSentence[action] ?? [`${action} #`, `${action} #`])
}

/**
 * Splits the sentence of an audit entry. The sentence of `merchant.set_bank_account` says whether the action added,
 * changed or removed the bank account.
 */
export function entrySentenceParts({ action, changes }: { action: string; changes: readonly Change[] }) {
  if (action !== 'merchant.set_bank_account' || changes.length === 0) return sentenceParts(action)
  if (changes.every(({ before }) => before === null)) return partsOf(bankAccountSentence.first)
  if (changes.every(({ after }) => after === null)) return partsOf(bankAccountSentence.removed)
  return sentenceParts(action)
}

function partsOf([ptBr, en]: Text): SentenceParts {
  const [ptBrBefore = '', ptBrAfter] = ptBr.split('#')
  const [enBefore = '', enAfter] = en.split('#')
  return {
    before: [ptBrBefore.trim(), enBefore.trim()],
    after: ptBrAfter === undefined || enAfter === undefined ? undefined : [ptBrAfter, enAfter],
  }
}
