export type DemoStatus = 'pending' | 'paid' | 'failed' | 'cancelled' | 'partially_refunded' | 'refunded'

/** The bodies of the charges to create, and the status that these charges must reach. */
export interface DemoCharges {
  status: DemoStatus
  bodies: Record<string, unknown>[]
}

/** CPF that the simulator's risk analysis refuses. */
const REFUSED_DOCUMENT = '00000000000'
const ONE_WEEK_SECONDS = 604_800
/** The shortest allowed expiry, so that people who try the demo see the charge expire. */
const ONE_MINUTE_SECONDS = 60

const PAYERS = {
  ana: payer('Ana Beatriz Nogueira', '52998224725', 'ana.nogueira@exemplo.com.br', '+5511987654321'),
  carlos: payer('Carlos Eduardo Lima', '11144477735', 'carlos.lima@exemplo.com.br', '+5521991234567'),
  joana: payer('Joana D’Arc Ferreira', '39053344705', 'joana.ferreira@exemplo.com.br', '+5531998877665'),
  rafael: payer('Rafael Souza Martins', '86288366757', 'rafael.martins@exemplo.com.br', '+5541996543210'),
  padaria: payer(
    'Padaria Pão Dourado Ltda',
    '11222333000181',
    'compras@paodourado.exemplo.com.br',
    '+551132104567',
  ),
  refused: payer('Marcos Vinícius Prado', REFUSED_DOCUMENT, 'marcos.prado@exemplo.com.br', '+5551993216547'),
}

/** The demo charges of a coffee roaster, by the status that they reach. */
export const DEMO_CHARGES = {
  paid: {
    status: 'paid',
    bodies: [
      order('PEDIDO-1001', 4_290, 'Café Cerrado Mineiro 250 g, moído', PAYERS.ana),
      order('PEDIDO-1002', 12_870, 'Café Cerrado Mineiro 250 g, moído (3 unidades)', PAYERS.carlos),
      order('PEDIDO-1003', 8_900, 'Assinatura mensal: clube do café', PAYERS.joana),
      order('PEDIDO-1004', 189_900, 'Café para escritório: 10 kg', PAYERS.padaria),
      order('PEDIDO-1005', 3_550, 'Filtros de papel nº 103 (2 caixas)', PAYERS.rafael),
      order('PEDIDO-1006', 31_900, 'Prensa francesa 1 L', PAYERS.carlos),
      order('PEDIDO-1007', 15_780, 'Assinatura trimestral: clube do café', PAYERS.joana),
    ],
  },
  failed: {
    status: 'failed',
    bodies: [
      order('PEDIDO-1008', 99_900, 'Máquina de espresso (recondicionada)', PAYERS.refused),
      order('PEDIDO-1009', 99_900, 'Máquina de espresso (recondicionada)', PAYERS.refused),
    ],
  },
  cancelled: {
    status: 'cancelled',
    bodies: [order('PEDIDO-1010', 27_400, 'Chaleira bico de ganso 600 ml', PAYERS.carlos)],
  },
  partially_refunded: {
    status: 'partially_refunded',
    bodies: [order('PEDIDO-1011', 11_380, 'Café da estação 250 g (2 unidades)', PAYERS.ana)],
  },
  refunded: {
    status: 'refunded',
    bodies: [order('PEDIDO-1012', 8_990, 'Xícaras de porcelana (par)', PAYERS.joana)],
  },
  contested: {
    status: 'refunded',
    bodies: [order('PEDIDO-1018', 21_900, 'Café especial: caixa com 4 pacotes', PAYERS.rafael)],
  },
  expiring: {
    status: 'pending',
    bodies: [
      expiringSoon(order('PEDIDO-1013', 5_200, 'Café Sul de Minas 250 g', PAYERS.rafael)),
      expiringSoon(order('PEDIDO-1014', 13_900, 'Balança digital de cozinha', PAYERS.ana)),
    ],
  },
  pending: {
    status: 'pending',
    bodies: [
      order('PEDIDO-1015', 245_000, 'Moedor elétrico profissional', PAYERS.padaria),
      order('PEDIDO-1016', 6_450, 'Café Serra da Mantiqueira 500 g, em grãos', PAYERS.rafael),
      order('PEDIDO-1017', 18_990, 'Kit degustação: 3 cafés de 250 g', PAYERS.ana),
    ],
  },
} satisfies Record<string, DemoCharges>

function payer(name: string, document: string, email: string, phone: string): Record<string, string> {
  return { name, document, email, phone }
}

function order(reference: string, amountCents: number, description: string, by: Record<string, string>) {
  return {
    order_reference: reference,
    amount_cents: amountCents,
    description,
    payer: by,
    expires_in_seconds: ONE_WEEK_SECONDS,
    metadata: { canal: 'loja-online' },
  }
}

function expiringSoon(body: Record<string, unknown>): Record<string, unknown> {
  return { ...body, expires_in_seconds: ONE_MINUTE_SECONDS }
}
