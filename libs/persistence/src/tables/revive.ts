import type { Row, Selection } from '@content-service/domain'
import type { Times } from '@content-service/domain/internal/reading'
import { relatedColumn, tallyColumn } from './result-columns.ts'
import type { Table } from './tables.ts'

type Revive = (read: unknown) => unknown

/** The offsets of UTC in the times of PostgreSQL, outside and inside of JSON. */
const OFFSETS = ['+00', '+00:00']
const WHOLE_SECONDS = '2026-11-20T09:08:00'.length
const MILLISECONDS = '2026-11-20T09:08:00.000'.length

/** A time of PostgreSQL in the form of C2.2. A Date would take longer to read and to write. */
export const toTimestamp = (text: string): string => {
  const offset = OFFSETS.find((each) => text.endsWith(each))
  if (offset === undefined) return new Date(text).toISOString()
  const time = `${text.slice(0, 10)}T${text.slice(11, -offset.length)}`
  return `${time.length === WHOLE_SECONDS ? `${time}.` : time}`.padEnd(MILLISECONDS, '0') + 'Z'
}

const REVIVE_TIME: Readonly<Record<Times, Revive>> = {
  dates: (read) => (typeof read === 'string' ? new Date(toTimestamp(read)) : read),
  texts: (read) => {
    if (typeof read === 'string') return toTimestamp(read)
    return read instanceof Date ? read.toISOString() : read
  },
}

const reviveRelated = (to: Table, select: Selection, times: Times): Revive => {
  const revive = reviveNamed(to, select, times)
  return (read) => (Array.isArray(read) ? read.map(revive) : read && revive(read as Row))
}

const listColumns = (of: Table, { fields, related = [] }: Selection, times: Times) => [
  ...fields.map((field) => ({
    column: field,
    name: field,
    revive: of.isDate(field) ? REVIVE_TIME[times] : null,
  })),
  ...related.map(({ as, relation, select }, place) => ({
    column: relatedColumn(place),
    name: as,
    revive: reviveRelated(of.relation(relation).to, select, times),
  })),
  ...related.flatMap(({ tallies = [] }, place) =>
    tallies.map(({ as }, number) => ({ column: tallyColumn(place, number), name: as, revive: null })),
  ),
]

/** Makes rows of the values in the order of the columns. PostgreSQL writes times as text. */
export const reviveValues = (
  of: Table,
  select: Selection,
  times: Times,
): ((values: readonly unknown[]) => Row) => {
  const columns = listColumns(of, select, times)
  return (values) => {
    const row: Record<string, unknown> = {}
    let place = 0
    for (const { name, revive } of columns) {
      const value = values[place]
      row[name] = revive ? revive(value) : value
      place += 1
    }
    return row
  }
}

/** Makes rows of objects, such as those of JSON, with a member for each column. */
export const reviveNamed = (of: Table, select: Selection, times: Times): ((read: Row) => Row) => {
  const names = listColumns(of, select, times).map(({ column }) => column)
  const revive = reviveValues(of, select, times)
  return (read) => revive(names.map((name) => read[name]))
}
