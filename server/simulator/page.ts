import type { Answer } from './calls.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { PAGE_STYLE } from './page-style.ts'
import type { Route } from './router.ts'

const MARKUP = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pix network simulator</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/simulator/page.css">
<script type="module" src="/simulator/page.js"></script>
</head>
<body>
<header>
  <h1>Pix network simulator</h1>
  <p>The charges and disputes at the provider, and the webhooks that the merchant received. Every payment is simulated.</p>
</header>
<main>
  <section aria-labelledby="charges-title">
    <h2 id="charges-title">Charges <span class="count" id="charges-count"></span></h2>
    <p class="empty" id="charges-empty">No charge yet. Create one through the service and it appears here.</p>
    <div class="scroll"><table id="charges" hidden>
      <thead><tr><th>Created</th><th>Payer</th><th class="money">Amount</th><th>Status</th><th>txid</th>
      <th><span class="quiet">Actions</span></th></tr></thead>
      <tbody></tbody>
    </table></div>
  </section>
  <section aria-labelledby="med-title">
    <h2 id="med-title">Disputes <span class="count" id="med-count"></span></h2>
    <p class="empty" id="med-empty">No dispute yet. Dispute a paid charge, and the network notifies the merchant.</p>
    <div class="scroll"><table id="med" hidden>
      <thead><tr><th>Opened</th><th>Answer until</th><th class="money">Amount</th><th>Status</th><th>End-to-end id</th>
      <th><span class="quiet">Actions</span></th></tr></thead>
      <tbody></tbody>
    </table></div>
  </section>
  <section aria-labelledby="inbox-title">
    <h2 id="inbox-title">Merchant's inbox <span class="count" id="inbox-count"></span></h2>
    <p class="empty" id="inbox-empty">No webhook yet. Pay a charge and its event arrives here.</p>
    <div class="scroll"><table id="inbox" hidden>
      <thead><tr><th>Received</th><th>Event</th><th>Signature</th><th>Path</th><th>Body</th></tr></thead>
      <tbody></tbody>
    </table></div>
  </section>
</main>
<p id="notice" role="status"></p>
</body>
</html>
`

/** Content Security Policy: the page loads nothing from other origins and runs no inline script. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"

/** Returns the routes of the page at `/`, where a person pays charges and sees received webhooks. */
export function pageRoutes(): Route[] {
  return [
    { method: 'GET', path: '/', answer: () => text('text/html; charset=utf-8', MARKUP) },
    {
      method: 'GET',
      path: '/simulator/page.js',
      answer: () => text('text/javascript; charset=utf-8', PAGE_SCRIPT),
    },
    { method: 'GET', path: '/simulator/page.css', answer: () => text('text/css; charset=utf-8', PAGE_STYLE) },
  ]
}

const text = (contentType: string, body: string): Answer => ({
  status: 200,
  contentType,
  body,
  headers: {
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  },
})
