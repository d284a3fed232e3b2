import { expect, test } from 'vitest'
import { JOB_RUNS } from '../kernel/jobs/job-metrics.ts'
import { HTTP_REQUESTS } from '../kernel/metrics/http-metrics.ts'
import { GAUGES } from './gauges.ts'
import { mergeCells } from './merge-cells.ts'
import { openMetrics } from './open-metrics.ts'
import type { PrometheusMetrics } from './prometheus-metrics.ts'

function counted(inbox: number, requestSeconds: number): PrometheusMetrics {
  const metrics = openMetrics({ host: '127.0.0.1', port: 0, commit: 'unknown' })
  if (!metrics) throw new Error('BUG: no metrics')
  metrics.count(JOB_RUNS, { job: 'inbox', outcome: 'ok' }, inbox)
  metrics.observe(
    HTTP_REQUESTS,
    { http_request_method: 'GET', http_route: '/v1/balance', http_response_status_code: '200' },
    requestSeconds,
  )
  metrics.read((set) => {
    set(GAUGES.turnsWaiting, {}, inbox)
    set(GAUGES.uptime, {}, 5)
  })
  return metrics
}

test('the metrics of several cells are one text, in which only metrics that belong to a cell have the label `cell`', async () => {
  const text = await mergeCells([
    { cell: 'main', metrics: counted(2, 0.01) },
    { cell: 'a', metrics: counted(3, 0.01) },
  ])
  const lines = text.split('\n')
  expect(lines).toContain('pix_job_runs_total{job="inbox",outcome="ok",cell="main"} 2')
  expect(lines).toContain('pix_job_runs_total{job="inbox",outcome="ok",cell="a"} 3')
  expect(lines).toContain('pix_turns_waiting{cell="a"} 3')
  expect(lines.filter((line) => line.startsWith('# TYPE pix_job_runs_total'))).toHaveLength(1)
  expect(lines).toContain('process_uptime_seconds 5')
  expect(lines.filter((line) => line.startsWith('http_server_request_duration_seconds_count'))).toEqual([
    'http_server_request_duration_seconds_count{http_request_method="GET",http_route="/v1/balance",http_response_status_code="200"} 1',
  ])
})
