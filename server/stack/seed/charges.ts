/** Charges to be made, and the state they are to reach. */
export interface DemoCharges {
  status: 'pending' | 'paid' | 'failed'
  bodies: Record<string, unknown>[]
}

/** Refused by the simulated network's risk analysis. */
const REFUSED_DOCUMENT = '00000000000'
const ONE_WEEK_SECONDS = 604_800

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

/** A small coffee roaster's week. */
export const DEMO_CHARGES: Record<'pending' | 'paid' | 'failed', DemoCharges> = {
  pending: {
    status: 'pending',
    bodies: [
      order('PEDIDO-1012', 18_990, 'Kit degustação: 3 cafés de 250 g', PAYERS.ana),
      order('PEDIDO-1011', 6_450, 'Café Serra da Mantiqueira 500 g, em grãos', PAYERS.rafael),
      order('PEDIDO-1010', 245_000, 'Moedor elétrico profissional', PAYERS.padaria),
    ],
  },
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
}

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
