/** One line of the text format of Prometheus. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** The metrics of one scrape. */
export class Scrape {
  readonly samples: readonly Sample[]

  constructor(readonly text: string) {
    this.samples = text.split('\n').flatMap(toSample)
  }

  /**
   * Returns the sum of the samples of a metric with these labels. For a histogram, returns the number of observations.
   * Returns undefined when there is no such sample.
   */
  value(metric: string, labels: Record<string, string> = {}): number | undefined {
    const found = this.samples.filter(
      ({ name, labels: own }) =>
        (name === metric || name === `${metric}_count`) &&
        Object.entries(labels).every(([label, value]) => own[label] === value),
    )
    return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
  }
}

/** Reads the metrics of the process that serves them on `port`. @throws Error when the answer is not 200. */
export async function scrape(port: number): Promise<Scrape> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  if (response.status !== 200)
    throw new Error(`GET /metrics on port ${port} answered ${response.status}, expected 200`)
  return new Scrape(await response.text())
}

function toSample(line: string): Sample[] {
  const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
  if (name === undefined) return []
  const pairs = labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)
  return [
    {
      name,
      labels: Object.fromEntries(Array.from(pairs, ([, label = '', text = '']) => [label, text])),
      value: Number(value),
    },
  ]
}
