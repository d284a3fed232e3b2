import type { Permission } from '../access.ts'
import type { Text } from './text.ts'

/** What each permission lets a person do. */
export const permissionName: Record<Permission, Text> = {
  'merchant.read': ['Ver lojistas e contratos', 'See merchants and terms'],
  'merchant.change_terms': ['Mudar contratos', 'Change terms'],
  'merchant.change_limits': ['Mudar limites', 'Change limits'],
  'merchant.suspend_payouts': ['Suspender e retomar repasses', 'Suspend and resume payouts'],
  'merchant.change_bank_account': ['Mudar contas bancárias', 'Change bank accounts'],
  'merchant.reveal_bank_account': ['Ver contas bancárias completas', 'See bank accounts whole'],
  'charge.read': ['Ver cobranças', 'See charges'],
  'charge.cancel': ['Cancelar cobranças', 'Cancel charges'],
  'refund.request': ['Devolver ao pagador', 'Refund payers'],
  'case.read': ['Ver casos', 'See cases'],
  'case.retry_return': ['Repetir devoluções que falharam', 'Retry returns that failed'],
  'dispute.open': ['Abrir contestações', 'Open disputes'],
  'dispute.answer': ['Enviar defesas', 'Answer disputes'],
  'dispute.decide': ['Decidir contestações', 'Decide disputes'],
  'balance.read': ['Ver saldos', 'See balances'],
  'statement.read': ['Ver extratos', 'See statements'],
  'debt.write_off': ['Assumir perdas', 'Write debts off'],
  'payout.read': ['Ver repasses', 'See payouts'],
  'payout.record': ['Registrar repasses', 'Record payouts'],
  'payout.reverse': ['Estornar repasses', 'Reverse payouts'],
  'reconciliation.read': ['Ver a conciliação', 'See reconciliation'],
  'reconciliation.close': ['Encerrar divergências', 'Close exceptions'],
  'ledger_verdict.read': ['Ver a prova do razão', 'See the proof of the ledger'],
  'webhook_endpoint.read': ['Ver endpoints', 'See endpoints'],
  'webhook_endpoint.create': ['Cadastrar endpoints', 'Register endpoints'],
  'webhook_endpoint.turn_off': ['Desligar endpoints', 'Turn endpoints off'],
  'webhook_endpoint.enable': ['Religar endpoints', 'Turn endpoints on again'],
  'webhook_endpoint.test': ['Testar endpoints', 'Test endpoints'],
  'webhook_endpoint.rotate_secret': ['Trocar segredos de assinatura', 'Rotate signing secrets'],
  'webhook_endpoint.change_limits': ['Mudar o ritmo de endpoints', 'Change the pace of endpoints'],
  'webhook_delivery.read': ['Ver entregas', 'See deliveries'],
  'webhook_delivery.replay': ['Reenviar uma entrega', 'Replay one delivery'],
  'webhook_delivery.replay_many': ['Reenviar mais de cem de uma vez', 'Replay more than a hundred at once'],
  'webhook_delivery.replay_bulk': ['Reenviar entregas em massa', 'Replay deliveries in bulk'],
  'api_key.read': ['Ver chaves de API', 'See API keys'],
  'api_key.create': ['Criar chaves de API', 'Create API keys'],
  'api_key.revoke': ['Revogar chaves de API', 'Revoke API keys'],
  'saved_view.read': ['Usar visões salvas', 'Use saved views'],
  'saved_view.save': ['Salvar visões', 'Save views'],
  'audit.read': ['Ver a auditoria', 'See the audit record'],
  'document.reveal': ['Ver CPF e CNPJ completos', 'See documents whole'],
  'staff.read': ['Ver pessoas e perfis', 'See people and roles'],
  'staff.invite': ['Convidar pessoas', 'Invite people'],
  'staff.change_role': ['Mudar perfis', 'Change roles'],
  'staff.deactivate': ['Desativar e reativar pessoas', 'Deactivate and reactivate people'],
  'staff.reset_totp': ['Tirar o aplicativo de códigos de outros', "Take away others' authenticator"],
  'own_account.renew_proof': ['Trocar a própria prova de identidade', 'Renew one’s own proof'],
  'staff.end_session': ['Encerrar sessões de outros', "End others' sessions"],
}

const isKey = <Names extends object>(names: Names, text: PropertyKey): text is keyof Names => text in names

/** True for the name of a permission that the console knows. */
export const isPermission = (text: string): text is Permission => isKey(permissionName, text)
