export const evidence = {
  title: ['Defesa do lojista', 'Merchant’s evidence'],
  toForward: ['A encaminhar', 'To be forwarded'],
  forwarded: ['Encaminhada', 'Forwarded'],
  on: ['em', 'on'],
  forwardedBy: (person: string) => [`por ${person}`, `by ${person}`] as const,
  forward: ['Marcar como encaminhada', 'Mark as forwarded'],
  forwardTitle: ['Defesa encaminhada à rede', 'Evidence forwarded to the network'],
  forwardBody: [
    'Confirme que você enviou este texto e estes arquivos pelo portal do PSP.',
    'Confirm that you have sent this text and these files through the PSP’s portal.',
  ],
  forwardDone: ['Encaminhamento registrado', 'Forwarding recorded'],
  files: ['Arquivos', 'Files'],
  noFiles: ['O lojista não enviou arquivos.', 'The merchant sent no files.'],
  name: ['Arquivo', 'File'],
  size: ['Tamanho', 'Size'],
  received: ['Recebido', 'Received'],
  use: ['Na defesa', 'In the evidence'],
  used: ['Sim', 'Yes'],
  unused: ['Não', 'No'],
  scan: ['Antivírus', 'Virus scan'],
  download: ['Baixar', 'Download'],
  downloadOf: (name: string) => [`Baixar ${name}`, `Download ${name}`] as const,
  audited: [
    'A auditoria registra quem baixa cada arquivo.',
    'The audit log records who downloads each file.',
  ],
} as const

export const scanResult = {
  clean: ['Sem vírus', 'No virus found'],
  not_scanned: ['Não verificado', 'Not scanned'],
} as const
