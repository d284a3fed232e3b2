import type { Text } from '../../lib/text.ts'
import { Section } from '../Page.tsx'
import { useText } from '../preferences.tsx'
import { MutedText } from '../values/MutedText.tsx'
import type { Column } from './column.ts'
import { DataTable } from './DataTable.tsx'

/** A part of a page with a table, or with a sentence when there are no rows. */
export function TableSection<Row>(props: {
  title: Text
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  empty: Text
}) {
  const t = useText()
  const { title, rows } = props
  return (
    <Section title={t(title)} flush={rows.length > 0}>
      {rows.length === 0 ? (
        <MutedText>{t(props.empty)}</MutedText>
      ) : (
        <DataTable label={t(title)} columns={props.columns} rows={rows} rowKey={props.rowKey} />
      )}
    </Section>
  )
}
