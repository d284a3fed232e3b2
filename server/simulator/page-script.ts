/**
 * The script of the simulator's page. The script polls the simulator every two seconds and replaces only rows that
 * changed.
 */
export const PAGE_SCRIPT = String.raw`
const REFRESH_MS = 2000, NOTICE_MS = 6000, ROWS = 50
const $ = (id) => document.getElementById(id)
const reais = (cents) => 'R$ ' + (BigInt(cents) / 100n).toLocaleString('pt-BR') + ',' + String(BigInt(cents) % 100n).padStart(2, '0')
const today = (date) => date.toDateString() === new Date(Date.now()).toDateString()
function time(iso) {
  const date = new Date(iso)
  return today(date) ? date.toLocaleTimeString('pt-BR') : date.toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'short' })
}

function make(tag, { text, className, ...attributes } = {}, ...children) {
  const node = document.createElement(tag)
  if (text !== undefined) node.textContent = text
  if (className) node.className = className
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.append(...children)
  return node
}

let fading
function notice(text) {
  $('notice').textContent = text
  clearTimeout(fading)
  fading = setTimeout(() => { $('notice').textContent = '' }, NOTICE_MS)
}

async function send(path, body, done) {
  try {
    const response = await fetch('/simulator/' + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    notice(response.ok ? done(answer) : answer.title + ' ' + (answer.violacoes?.[0]?.razao ?? answer.detail))
  } catch {
    notice('The simulator does not answer.')
  }
  await refresh()
}

function action(text, className, label, run) {
  const node = make('button', { text, className, type: 'button', 'aria-label': label })
  node.addEventListener('click', run)
  return node
}

const STATUS = {
  ATIVA: ['Active', 'plain'],
  EXPIRED: ['Expired', 'warn'],
  CONCLUIDA: ['Paid', 'good'],
  REMOVIDA_PELO_USUARIO_RECEBEDOR: ['Removed', 'bad'],
  REMOVIDA_PELO_PSP: ['Removed by the bank', 'bad'],
}

function chargeRow(charge) {
  const [status, tone] = STATUS[charge.expired ? 'EXPIRED' : charge.status]
  const who = charge.payer_name ?? 'no payer named'
  const label = (text) => text + ': ' + who + ', ' + reais(charge.amount_cents)
  const button = (text, className, extra, done) =>
    action(text, className, label(text), () => send('pay', { txid: charge.txid, ...extra }, done))
  const dispute = () => action('Dispute', '', label('Dispute'), () =>
    send('med', { txid: charge.txid, notice: true }, () => 'Disputed. The merchant may answer for 7 days.'))
  const expected = charge.status === 'CONCLUIDA' ? 1 : 0
  const more = charge.payments > expected ? ' ×' + charge.payments : ''
  const wrong = String(BigInt(charge.amount_cents) + 1n)
  return make('tr', {},
    make('td', { text: time(charge.created_at), title: charge.created_at, className: 'when' }),
    make('td', { text: who, className: 'name' }),
    make('td', { text: reais(charge.amount_cents), className: 'money' }),
    make('td', {}, make('span', { text: status + more, className: 'badge ' + tone })),
    make('td', {}, make('code', { text: charge.txid })),
    make('td', {}, make('div', { className: 'actions' }, ...(expected
      ? [button('Pay again', '', {}, (answer) => 'Paid ' + reais(answer.amount_cents) + ' once more.'), dispute()]
      : [button('Pay', 'main', {}, (answer) => 'Paid ' + reais(answer.amount_cents) + '.'),
      button('Pay twice', '', { times: 2 }, (answer) => 'Paid twice ' + reais(answer.amount_cents) + '.'),
      button('Pay wrong amount', '', { amount_cents: wrong }, (answer) => 'Paid ' + reais(answer.amount_cents) + ', one cent too much.')]))))
}

const MED_STATUS = {
  open: ['Open', 'warn'],
  returned: ['Returned', 'bad'],
  closed: ['Rejected', 'good'],
  cancelled: ['Withdrawn', 'good'],
}

function medRow(med) {
  const [status, tone] = MED_STATUS[med.status]
  const half = String(BigInt(med.amount_cents) / 2n)
  const button = (text, body, done) =>
    action(text, '', text + ': ' + reais(med.amount_cents) + ', ' + med.end_to_end_id, () => send('med/' + med.id, body, () => done))
  return make('tr', {},
    make('td', { text: time(med.opened_at), title: med.opened_at, className: 'when' }),
    make('td', { text: med.answer_until ? time(med.answer_until) : 'not notified', className: 'when' }),
    make('td', { text: reais(med.amount_cents), className: 'money' }),
    make('td', {}, make('span', { text: status, className: 'badge ' + tone })),
    make('td', {}, make('code', { text: med.end_to_end_id })),
    make('td', {}, make('div', { className: 'actions' }, ...(med.status === 'open'
      ? [button('Return', { outcome: 'returned' }, 'Returned to the payer.'),
      ...(half === '0' ? [] : [button('Return half', { outcome: 'returned', returns: [half] }, 'Returned a half to the payer.')]),
      button('Reject', { outcome: 'closed' }, 'Decided against the payer.'),
      button('Withdraw', { outcome: 'cancelled' }, 'Withdrawn by the payer.')]
      : []))))
}

const VERDICT = {
  valid: ['Valid', 'good'],
  invalid: ['Invalid', 'bad'],
  stale: ['Stale', 'warn'],
  unknown_secret: ['Secret not known', 'plain'],
}

function readable(body) {
  try { return JSON.stringify(JSON.parse(body), null, 2) } catch { return body }
}

function deliveryRow(delivery) {
  const [label, tone] = VERDICT[delivery.signature]
  return make('tr', {},
    make('td', { text: time(delivery.received_at), title: delivery.received_at, className: 'when' }),
    make('td', {}, make('strong', { text: delivery.event_type ?? 'no type' }), make('br'), make('code', { text: delivery.event_id ?? '' })),
    make('td', {}, make('span', { text: label, className: 'badge ' + tone })),
    make('td', {}, make('code', { text: delivery.path })),
    make('td', {}, make('details', {}, make('summary', { text: delivery.body.length + ' characters' }), make('pre', { text: readable(delivery.body) }))))
}

const drawn = { charges: new Map(), med: new Map(), inbox: new Map() }

function draw(name, items, total, row, keyOf) {
  const body = document.querySelector('#' + name + ' tbody')
  const known = drawn[name]
  const fresh = new Map()
  let at = body.firstChild
  for (const item of items) {
    const key = keyOf(item)
    const text = JSON.stringify(item)
    const old = known.get(key)
    const entry = old && old.text === text ? old : { text, node: row(item) }
    if (old && old !== entry) {
      const focused = [...old.node.querySelectorAll('button')].indexOf(document.activeElement)
      if (at === old.node) at = entry.node
      old.node.replaceWith(entry.node)
      if (focused >= 0) entry.node.querySelectorAll('button')[focused]?.focus()
    }
    if (entry.node === at) at = at.nextSibling
    else body.insertBefore(entry.node, at)
    fresh.set(key, entry)
  }
  for (const [key, { node }] of known) if (!fresh.has(key)) node.remove()
  drawn[name] = fresh
  $(name).hidden = items.length === 0
  $(name + '-empty').hidden = items.length > 0
  $(name + '-count').textContent = total > items.length ? 'latest ' + items.length + ' of ' + total : items.length ? String(total) : ''
}

async function refresh() {
  try {
    const [charges, med, inbox] = await Promise.all(['/simulator/cobs', '/simulator/med', '/simulator/inbox'].map(async (path) =>
      (await fetch(path + '?limit=' + ROWS)).json()))
    draw('charges', charges.items, charges.total, chargeRow, (charge) => charge.txid)
    draw('med', med.items, med.total, medRow, (one) => one.id)
    draw('inbox', inbox.items, inbox.total, deliveryRow, (delivery) => delivery.id)
  } catch {
    notice('The simulator does not answer.')
  }
}

await refresh()
setInterval(() => { if (!document.hidden) refresh() }, REFRESH_MS)
`
