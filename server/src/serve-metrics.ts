import type { Cells } from './cells-kit.ts'
import { openDatabase } from './database.ts'
import type { Kit } from './kit.ts'
import { startMetrics, type MetricsServer, type MetricsSources } from './metrics/start-metrics.ts'

/**
 * Serves the metrics of this process. Returns undefined, and serves nothing, if METRICS_PORT is not set. Reads values
 * from the database over a separate connection, so that a scrape does not wait while the pool is exhausted. If there
 * are several cells, the values of each cell have the label `cell`.
 * @throws ConfigError when the port or the host cannot be used
 */
export async function serveMetrics(
  kit: Kit,
  cells?: Pick<Cells, 'list'>,
): Promise<MetricsServer | undefined> {
  if (!kit.config.metrics) return undefined
  const sources = (cells?.list ?? [{ kit }]).flatMap((cell) => openSources(cell.kit) ?? [])
  const server = await startMetrics(sources, kit.config.metrics)
  return {
    port: server.port,
    async close() {
      await server.close()
      for (const { close } of sources) await close()
    },
  }
}

function openSources(kit: Kit): (MetricsSources & { close: () => Promise<void> }) | undefined {
  const { config, secrets, exportedMetrics: metrics } = kit
  if (!metrics) return undefined
  const database = openDatabase({
    url: secrets.databaseUrl,
    poolSize: 1,
    applicationName: `pix-charge-service ${config.role} metrics`,
  })
  return {
    ...kit,
    cell: config.cell,
    metrics,
    stateContext: () => ({ ...kit.context('metrics'), em: database.em() }),
    pools: { main: kit.database, console: kit.consoleDatabase },
    close: () => database.close(),
  }
}
