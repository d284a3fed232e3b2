/** The styles of the simulator's page. The colour scheme follows the browser's setting. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f7f9, #12161b); --paper: light-dark(#fff, #1a2027);
  --ink: light-dark(#1c2733, #e4e9ee); --soft: light-dark(#5b6875, #98a5b2);
  --line: light-dark(#e2e6eb, #2c353f); --accent: light-dark(#0a7a72, #35b8ad);
  --good: light-dark(#126b39, #5fce91); --warn: light-dark(#8a5300, #e9b04e); --bad: light-dark(#b02a24, #ff8f88);
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
header, main { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem }
header { padding-top: 2rem }
h1 { margin: 0; font-size: 1.5rem; letter-spacing: -.01em }
header p { margin: .25rem 0 1.5rem; color: var(--soft) }
section { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; margin-bottom: 1.5rem;
  padding: 1.25rem 1.25rem .5rem }
h2 { margin: 0 0 .75rem; font-size: 1.05rem }
.count { color: var(--soft); font-weight: 400; font-size: .9rem }
.empty { color: var(--soft); margin: 0 0 .75rem }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th { text-align: left; font-weight: 500; font-size: .8rem; color: var(--soft); white-space: nowrap }
th, td { padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); vertical-align: top }
thead th { border-top: 0 }
.money { text-align: right; white-space: nowrap }
td.money { font-weight: 600 }
td.when { white-space: nowrap; color: var(--soft) }
td.name { max-width: 16rem; overflow-wrap: anywhere }
code { font: .85em ui-monospace, monospace }
.badge { display: inline-block; padding: 0 .5rem; border-radius: 1rem; font-size: .8rem; font-weight: 600;
  white-space: nowrap; color: var(--tone); background: color-mix(in srgb, var(--tone) 13%, transparent) }
.good { --tone: var(--good) } .warn { --tone: var(--warn) } .bad { --tone: var(--bad) } .plain { --tone: var(--soft) }
.actions { display: flex; gap: .4rem; justify-content: flex-end; white-space: nowrap }
button { font: inherit; font-size: .85rem; padding: .15rem .7rem; border-radius: .45rem; cursor: pointer;
  border: 1px solid var(--line); background: transparent; color: var(--ink) }
button.main { background: var(--accent); border-color: var(--accent); color: var(--paper); font-weight: 600 }
button:hover { border-color: var(--accent) }
button:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
summary { cursor: pointer; color: var(--soft) }
pre { margin: .5rem 0 0; max-width: 32rem; max-height: 18rem; overflow: auto; font: .8rem/1.45 ui-monospace, monospace }
.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
#notice { position: fixed; right: 1.5rem; bottom: 1rem; margin: 0; padding: .5rem 1rem; border-radius: .5rem;
  background: var(--ink); color: var(--paper) }
#notice:empty { display: none }
`
