import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budget } from './budget.ts'
import { operations } from './operations.ts'
import { precompress } from './precompress.ts'
import { splitDocuments } from './split-documents.ts'

/** URL of the server to which the development server forwards requests. */
const SERVER = process.env['CONSOLE_SERVER'] ?? 'http://127.0.0.1:3000'

/** Modules that nearly every page with a list needs. */
const OF_LISTS =
  /src\/(ui\/lists\/|ui\/values\/When|ui\/filters\/FilterPill|api\/(list|export|me|define-list)\.|shared\/(ExportList|CopyLink|StatusBadge)\.|lib\/(merge-refresh|export-filter|i18n\/status)\.)/

const config = defineConfig({
  plugins: [
    react(),
    splitDocuments(),
    operations(),
    budget({ firstVisitKib: 260, withDialogKib: 284 }),
    precompress(),
  ],
  server: {
    proxy: {
      '/graphql': SERVER,
      '/exports': SERVER,
      '/test-account': SERVER,
      '/dispute-files': SERVER,
      '/oidc': SERVER,
    },
  },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Groups modules into a few larger chunks. Larger chunks compress better and need fewer requests than many
        // small chunks.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 1 },
            { name: 'list', test: OF_LISTS },
          ],
        },
      },
    },
  },
})

export default config
