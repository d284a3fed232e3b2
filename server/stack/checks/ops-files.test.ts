import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { SECRET_VARIABLES } from '../../src/kernel/settings/secret-files.ts'
import { findPaths } from '../paths.ts'

const { root } = findPaths('.')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const Rule = z.object({
  record: z.string().optional(),
  alert: z.string().optional(),
  expr: z.string(),
  labels: z.object({ severity: z.enum(['critical', 'warning']) }).optional(),
  annotations: z.object({ summary: z.string(), runbook: z.string() }).optional(),
})
const rules = z
  .object({ groups: z.array(z.object({ rules: z.array(Rule) })) })
  .parse(parse(read('ops/prometheus/alerts.yml')))
  .groups.flatMap((group) => group.rules)
const alerts = rules.flatMap((rule) => (rule.alert === undefined ? [] : [{ ...rule, name: rule.alert }]))
const records = new Map(rules.flatMap(({ record, expr }) => (record === undefined ? [] : [[record, expr]])))

const dashboard = z
  .object({
    panels: z.array(
      z.object({
        id: z.number(),
        title: z.string(),
        type: z.string(),
        gridPos: z.object({ x: z.number(), w: z.number() }),
        targets: z.array(z.object({ refId: z.string(), expr: z.string() })).default([]),
      }),
    ),
  })
  .parse(JSON.parse(read('ops/grafana/pix-charge-service.json')))
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

interface Documented {
  labels: string[]
  alarms: string[]
}

/** Returns the words of a text that are formatted as code. */
const codeWords = (text: string): string[] => Array.from(text.matchAll(/`(\w+)`/g), ([, word = '']) => word)

/** The rows in the tables of metrics.md, by metric. A histogram has three series, so it has three keys here. */
const documented = new Map<string, Documented>()
for (const line of read('server/docs/metrics.md').split('\n')) {
  const [, name = '', type = '', , labels = '', , alarms = ''] = line.split('|').map((cell) => cell.trim())
  if (!/^`[a-z0-9_]+`$/.test(name)) continue
  const row = { labels: codeWords(labels), alarms: codeWords(alarms) }
  const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
  for (const suffix of suffixes) documented.set(`${name.slice(1, -1)}${suffix}`, row)
}

/** The labels that Prometheus itself adds. */
const OWN_LABELS = ['le', 'instance']

/** Returns the metrics of the service that a PromQL expression selects, with the labels of each selector. */
function selectorsIn(expr: string): { metric: string; labels: string[] }[] {
  const withoutGroups = expr.replaceAll(/\b(?:by|without|on|ignoring) *\([^)]*\)/g, '')
  return Array.from(
    withoutGroups.matchAll(/\b((?:pix|http|db|process|nodejs|v8js)_\w+)(?:\{([^}]*)\})?/g),
    ([, metric = '', matchers = '']) => ({
      metric,
      labels: Array.from(matchers.matchAll(/(\w+) *(?:=~|!~|!=|=) *"/g), ([, label = '']) => label),
    }),
  )
}

const recordsIn = (expr: string): string[] => expr.match(/\bpix:\w+:\w+/g) ?? []

/** Returns the metrics of a PromQL expression, including those of the recording rules that it uses. */
const metricsOf = (expr: string): string[] => [
  ...selectorsIn(expr).map(({ metric }) => metric),
  ...recordsIn(expr).flatMap((record) => metricsOf(records.get(record) ?? '')),
]

test('every metric, label and recording rule in the alert rules and in the dashboard exists', () => {
  const expressions = [...rules.map(({ expr }) => expr), ...queries]
  const selectors = expressions.flatMap(selectorsIn)
  expect(selectors.length).toBeGreaterThan(60)
  expect(selectors.filter(({ metric }) => !documented.has(metric))).toEqual([])
  const unknown = selectors.filter(({ metric, labels }) =>
    labels.some((label) => !OWN_LABELS.includes(label) && !documented.get(metric)?.labels.includes(label)),
  )
  expect(unknown).toEqual([])
  expect(expressions.flatMap(recordsIn).filter((record) => !records.has(record))).toEqual([])
})

test('metrics.md names, for each metric, exactly the alerts whose rules use it', () => {
  for (const [metric, { alarms }] of documented) {
    const name = metric.replace(/_(bucket|sum|count)$/, '')
    const series = documented.has(name)
      ? [metric]
      : ['bucket', 'sum', 'count'].map((suffix) => `${name}_${suffix}`)
    const using = alerts.filter(({ expr }) => metricsOf(expr).some((used) => series.includes(used)))
    expect({ metric, alarms: alarms.toSorted() }).toEqual({
      metric,
      alarms: using.map((alert) => alert.name).toSorted(),
    })
  }
})

test('every alert has one page in the runbook, and every page has an alert', () => {
  const pages = globSync('ops/runbook/*.md', { cwd: root }).map((file) => basename(file, '.md'))
  expect(pages.toSorted()).toEqual(alerts.map(({ name }) => name).toSorted())
  for (const { name, annotations, labels } of alerts) {
    expect(annotations?.runbook).toBe(`ops/runbook/${name}.md`)
    const page = read(`ops/runbook/${name}.md`)
    expect(page.split('\n')[0]).toBe(`# ${name}`)
    expect(page).toContain(`${annotations?.summary}. Severity: ${labels?.severity}.`)
    expect(page.match(/^## .*$/gm)).toEqual([
      '## What it means',
      '## Effect on payers and merchants',
      '## What to look at',
      '## What to do',
    ])
  }
})

test('every alert has a test in which it fires and a test in which it is silent', () => {
  const Case = z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })
  const cases = z
    .object({ tests: z.array(z.object({ alert_rule_test: z.array(Case) })) })
    .parse(parse(read('ops/prometheus/alerts.test.yml')))
    .tests.flatMap((one) => one.alert_rule_test)
  for (const isFiring of [true, false]) {
    const names = cases.filter((one) => one.exp_alerts.length > 0 === isFiring).map((one) => one.alertname)
    expect(Array.from(new Set(names)).toSorted()).toEqual(alerts.map(({ name }) => name).toSorted())
  }
})

test('every relative link and every alert that a page of the runbook names exists', () => {
  const names = new Set(alerts.map(({ name }) => name))
  for (const file of ['ops/README.md', ...globSync('ops/runbook/*.md', { cwd: root })]) {
    const text = read(file)
    const links = Array.from(text.matchAll(/\]\(([^)#:]+)\)/g), ([, to = '']) => to)
    expect(links.filter((to) => !existsSync(join(root, dirname(file), to)))).toEqual([])
    const named = Array.from(text.matchAll(/`([A-Z][a-z]+[A-Z]\w+)`/g), ([, name = '']) => name)
    expect(named.filter((name) => !names.has(name))).toEqual([])
  }
})

test('the panels of the dashboard have unique ids, fit the grid, and have queries', () => {
  const ids = dashboard.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { type, title, gridPos, targets } of dashboard.panels) {
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
    expect({ title, targets: targets.length > 0 }).toEqual({ title, targets: type !== 'row' })
  }
})

test('the sample configuration of Prometheus keeps the label `job` of metrics', () => {
  const config = z
    .object({
      scrape_configs: z.array(z.object({ honor_labels: z.boolean().default(false), job_name: z.string() })),
    })
    .parse(parse(read('ops/prometheus/prometheus.yml')))
  expect(config.scrape_configs).toContainEqual({ honor_labels: true, job_name: 'pix-charge-service' })
})

/** Matches the program that a systemd unit starts, and the argument of the program. */
const STARTED = /^ExecStart=\S+\/node_modules\/\.bin\/node server\/dist\/(\S+)\.js (\S+)$/m

test('the systemd units start programs that exist, and pass secrets that the service reads from files', () => {
  const units = globSync('ops/systemd/*.service', { cwd: root })
  const started = units.map((unit) => STARTED.exec(read(unit))).map((match) => match?.slice(1))
  expect(started.toSorted()).toEqual([
    ['src/cli', 'migrate'],
    ['src/main', '--role=api'],
    ['src/main', '--role=worker'],
  ])
  for (const [program] of started.flatMap((one) => (one ? [one] : [])))
    expect(existsSync(join(root, 'server', `${program}.ts`))).toBe(true)
  for (const unit of units) {
    const text = read(unit)
    const secrets = Array.from(text.matchAll(/^Environment=(\w+)_FILE=%d\/(\S+)$/gm))
    expect(secrets.length).toBeGreaterThan(0)
    for (const [, name = '', credential = ''] of secrets) {
      expect(SECRET_VARIABLES).toContain(name)
      expect(text).toContain(`LoadCredential=${credential}:`)
    }
  }
})
