import { counter } from '../../kernel/metrics/metrics.ts'

export const DISPUTE_FILE_UPLOADS = counter({
  name: 'pix_dispute_file_uploads_total',
  help: 'Files of disputes that merchants sent, by outcome.',
  labels: { outcome: ['stored', 'replayed', 'refused', 'infected', 'failed'] },
})
