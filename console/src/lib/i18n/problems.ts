import { signInRefusals } from './people/sign-in-refusals.ts'
import type { Problem } from '../problem.ts'
import { outcomes } from './common.ts'
import { pixAccountRefusals } from './pix-accounts.ts'
import type { Text } from '../text.ts'

const BY_REASON: Readonly<Record<string, Text>> = {
  email_in_use: ['Este e-mail já tem acesso ou convite.', 'This email already has access or an invitation.'],
  staff_not_found: ['Esta pessoa não existe.', 'This person does not exist.'],
  last_admin: [
    'É a última pessoa da administração: o console ficaria sem ninguém que o administre.',
    'This is the last administrator: the console would have no administrator.',
  ],
  invitation_not_found: ['Este convite não vale mais.', 'This invitation is no longer valid.'],
  password_link_not_found: ['Este link não vale mais.', 'This link is no longer valid.'],
  deactivated: ['Esta pessoa está desativada.', 'This person is deactivated.'],
  signs_in_at_provider: [
    'Esta pessoa entra com a conta da empresa, não com senha.',
    'This person signs in with the company account, not with a password.',
  ],
  identity_not_found: [
    'Esta ligação com a conta da empresa não existe mais.',
    'This link to the company account no longer exists.',
  ],
  password_session_needed: [
    'Entre com e-mail e senha para desvincular a conta da empresa.',
    'Sign in with email and password to unlink the company account.',
  ],
  session_not_found: ['Esta sessão já terminou.', 'This session has already ended.'],
  day_not_closed: [
    'O dia ainda não fechou: a conciliação fica pronta às 06:00 do dia seguinte, em São Paulo.',
    'The day is not closed yet: its reconciliation is ready at 06:00 the next day, São Paulo time.',
  ],
  network_listing_incomplete: [
    'A lista da rede Pix deste dia ainda não foi lida até o fim. Tente de novo em alguns minutos.',
    'The service has not finished reading the Pix network’s list for this day. Try again in a few minutes.',
  ],
  payout_lines_pending: [
    'As linhas deste repasse ainda estão sendo apuradas. Tente de novo em instantes.',
    'The lines of this payout are still being assigned. Try again in a moment.',
  ],
  no_document: ['Esta cobrança não tem documento.', 'This charge has no document.'],
  too_many_reveals: [
    'Você já viu muitos documentos nesta hora. Aguarde e tente de novo.',
    'You have viewed many documents this hour. Wait and try again.',
  ],
  ssrf_blocked: [
    'Este endereço é privado ou local e foi recusado.',
    'This address is private or local and was refused.',
  ],
  webhook_endpoint_limit: [
    'O lojista já tem 10 endpoints ativos. Desative um antes.',
    'The merchant already has 10 active endpoints. Disable one first.',
  ],
  production_only: ['Isto só existe em produção.', 'This is available only in production.'],
  test_account_not_found: [
    'O lojista ainda não tem conta de teste. A primeira chave de teste abre a conta.',
    'The merchant has no test account yet. The first test key opens it.',
  ],
  test_environment_missing: [
    'Esta instalação não tem ambiente de teste.',
    'This installation has no test environment.',
  ],
  sandbox_unavailable: [
    'O ambiente de teste está indisponível no momento.',
    'The test environment is unavailable right now.',
  ],
  account_not_found: ['O lojista não existe mais.', 'The merchant no longer exists.'],
  charge_not_cancellable: [
    'A cobrança não pode mais ser cancelada.',
    'The charge can no longer be cancelled.',
  ],
  issuance_unknown: [
    'A rede ainda não confirmou a emissão. Tente em instantes.',
    'The network has not confirmed the issuance yet. Try again shortly.',
  ],
  charge_not_refundable: ['Esta cobrança não pode ser devolvida.', 'This charge cannot be refunded.'],
  refund_exceeds_remaining: [
    'O valor passa do que ainda pode ser devolvido.',
    'The amount is above what can still be refunded.',
  ],
  refund_window_expired: [
    'O prazo para devolver este pagamento terminou.',
    'The refund period for this payment has ended.',
  ],
  return_in_progress: ['Uma devolução já está em andamento.', 'A refund is already in progress.'],
  insufficient_balance: [
    'O saldo do lojista não cobre este valor.',
    'The merchant’s balance does not cover this amount.',
  ],
  dispute_open: ['Já há uma contestação em aberto.', 'A dispute is already open.'],
  dispute_not_open: ['A contestação não está mais aberta.', 'The dispute is no longer open.'],
  dispute_exceeds_remaining: [
    'O valor passa do que resta do pagamento.',
    'The amount is above what remains of the payment.',
  ],
  dispute_not_found: ['Esta contestação não existe.', 'This dispute does not exist.'],
  nothing_to_dispute: ['Não resta valor a contestar.', 'There is nothing left to dispute.'],
  dispute_file_not_found: ['Este arquivo não existe.', 'This file does not exist.'],
  evidence_changed: [
    'O lojista enviou outra defesa. Leia-a antes de encaminhar.',
    'The merchant has sent new evidence. Read it before you forward it.',
  ],
  evidence_missing: ['Ainda não há defesa registrada.', 'No evidence has been recorded yet.'],
  evidence_deadline_passed: ['O prazo da defesa terminou.', 'The evidence deadline has passed.'],
  external_reference_in_use: [
    'Já existe um repasse com esta referência.',
    'A payout with this reference already exists.',
  ],
  payouts_suspended: ['Os repasses deste lojista estão suspensos.', 'This merchant’s payouts are suspended.'],
  bank_account_missing: [
    'O lojista não tem conta bancária para repasses.',
    'The merchant has no bank account for payouts.',
  ],
  ...pixAccountRefusals,
  case_not_failed: ['Esta devolução não falhou.', 'This refund has not failed.'],
  remedy_not_possible: ['Isso não cabe a esta divergência.', 'This remedy does not fit this exception.'],
  already_settled: ['Já foi liquidado.', 'The payment or refund has already been settled.'],
  second_person_needed: [
    'Outra pessoa precisa concordar: quem pediu não pode.',
    'Another person must approve: the requester cannot.',
  ],
  more_than_owed: ['O valor passa do débito do lojista.', 'The amount is above the merchant debt.'],
  write_off_already_asked: ['Já há um pedido de baixa em aberto.', 'A write-off has already been requested.'],
  write_off_decided: ['O pedido de baixa já foi decidido.', 'The write-off has already been decided.'],
  already_reversed: ['Já foi estornado.', 'The entry has already been reversed.'],
  payout_not_paid: ['Este repasse não está pago.', 'This payout is not paid.'],
  payout_not_reserved: ['Este repasse não está reservado.', 'This payout is not reserved.'],
  position_would_be_negative: [
    'O saldo ficaria negativo com esta operação.',
    'The balance would become negative.',
  ],
  exception_closed: ['A divergência já foi encerrada.', 'The exception is already closed.'],
  delivery_in_progress: ['A entrega já está em andamento.', 'The delivery is already in progress.'],
  endpoint_off: ['O endpoint foi excluído.', 'The endpoint was removed.'],
  webhook_endpoint_disabled: [
    'O endpoint está desativado. Reative antes.',
    'The endpoint is disabled. Enable it first.',
  ],
  webhook_replay_running: [
    'Outro reenvio deste endpoint ainda está em andamento.',
    'Another replay of this endpoint is still in progress.',
  ],
  webhook_replay_too_large: [
    'O filtro encontra mais entregas do que um reenvio aceita. Escolha um período menor.',
    'The filter finds more deliveries than one replay allows. Choose a shorter period.',
  ],
  view_name_in_use: ['Você já tem uma visão com este nome.', 'You already have a view with this name.'],
  api_key_limit: [
    'O lojista já tem chaves demais em vigor. Revogue uma antes.',
    'The merchant has too many active keys. Revoke one first.',
  ],
  entry_not_reversible: ['Este lançamento não se estorna à mão.', 'This entry cannot be reversed manually.'],
  reversal_of_reversal: ['Um estorno não se estorna.', 'A reversal cannot be reversed.'],
  document_in_view: [
    'Uma visão não guarda CPF nem CNPJ: nem no nome, nem na busca.',
    'A saved view must not contain a CPF or CNPJ, neither in its name nor in its search.',
  ],
  view_limit: ['Você atingiu o limite de visões salvas.', 'You have reached the limit of saved views.'],
  read_took_too_long: [
    'A consulta demorou demais e foi interrompida. Reduza o período ou os filtros e tente de novo.',
    'The query took too long and was stopped. Narrow the period or the filters and try again.',
  ],
  operation_unknown: [
    'O console foi atualizado. Recarregue a página.',
    'The console was updated. Reload the page.',
  ],
  invalid_credentials: signInRefusals.refused,
  sign_in_over: signInRefusals.over,
  own_account: ['Isto não se faz na própria conta.', 'You cannot do this to your own account.'],
  invalid_text: [
    'O texto tem um caractere que não pode ser guardado. Apague-o e tente de novo.',
    'The text has a character that cannot be stored. Remove it and try again.',
  ],
  too_many_attempts: signInRefusals.limited,
  known_networks_only: signInRefusals.knownNetworksOnly,
  request_in_progress: [
    'A mesma operação ainda está em andamento. Aguarde um instante.',
    'The same operation is still in progress. Wait a moment.',
  ],
}

const BY_CODE: Readonly<Record<string, Text>> = {
  offline: outcomes.errorOffline,
  no_answer: outcomes.errorNoAnswer,
  outcome_unknown: outcomes.errorUnknown,
  idempotency_conflict: [
    'Este pedido já foi feito com outros valores. Feche e confira antes de repetir.',
    'This request was already made with different values. Close this and check before you repeat it.',
  ],
  step_up_required: [
    'A operação não foi feita: faltou confirmar que é você.',
    'Nothing was done, because you did not confirm your identity.',
  ],
  rate_limited: outcomes.errorLimited,
  forbidden: outcomes.notAllowedBody,
  validation_error: ['O servidor recusou os dados enviados.', 'The server refused the data sent.'],
  not_found: ['O registro não foi encontrado.', 'The record was not found.'],
  conflict: [
    'A operação conflita com o estado atual. Recarregue a página.',
    'The operation conflicts with the current state. Reload the page.',
  ],
  provider_unavailable: [
    'A rede Pix está indisponível no momento. Tente de novo em instantes.',
    'The Pix network is unavailable right now. Try again shortly.',
  ],
  service_unavailable: ['Instabilidade momentânea. Tente de novo.', 'Temporary failure. Try again.'],
  broken_off: [
    'O arquivo não chegou inteiro e foi descartado. Tente de novo.',
    'The file arrived incomplete and was discarded. Try again.',
  ],
  unauthorized: ['Sua sessão terminou. Entre de novo.', 'Your session has ended. Sign in again.'],
}

/**
 * Returns the text for the reason of a problem. If the reason has no text, returns the text for the problem's
 * code. If the code has no text either, returns the text of a server error.
 */
export function problemText(problem: Pick<Problem, 'code' | 'reason'>): Text {
  return BY_REASON[problem.reason ?? ''] ?? BY_CODE[problem.code] ?? outcomes.errorServer
}
