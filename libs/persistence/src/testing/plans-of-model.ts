import type { Context, RecordType, Row } from '@content-service/domain'
import { listMembers } from '@content-service/domain/internal/lists'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { listDeclared } from './declared-lists.ts'
import { explainList, type AskedList } from './list-plans.ts'

/** A line of the table of plans. */
export interface PlanLine {
  readonly list: string
  readonly indexes: string
  /** The rows that PostgreSQL reads for the page that reads the most. */
  readonly read: number
  readonly ms: number
}

const describeList = ({ of, where, orderBy }: AskedList): string => {
  if (where !== undefined) return `${of} where ${JSON.stringify(where)}`
  const orders = orderBy as readonly { readonly field: string; readonly direction: string }[]
  return `${of} by ${orders.map(({ field, direction }) => `${direction === 'DESC' ? '-' : ''}${field}`).join(', ')}`
}

/** The record in the middle, whose values the filters ask for. */
const findSample = async ({ model, stores }: Context, type: RecordType, offset: number): Promise<Row> => {
  const values = Object.values(listMembers(model, type)).filter((member) => member.kind === 'value')
  const fields = values.flatMap(({ attribute, isRole }) => (isRole ? [] : [attribute]))
  const [row = {}] = await stores.reader.find({
    from: type.plural,
    where: { op: 'and', conditions: [] },
    orderBy: [{ by: 'id', direction: 'ASC' }],
    window: { limit: 1, offset },
    select: { fields },
  })
  return row
}

/** The plans of the orders and filters of a type that an index serves, for the caller of the context. */
export const listPlans = async (
  em: SqlEntityManager,
  context: Context,
  { type, middle }: { readonly type: RecordType; readonly middle: number },
): Promise<readonly PlanLine[]> => {
  const lines: PlanLine[] = []
  for (const list of listDeclared(context.model, type, await findSample(context, type, middle))) {
    const { unserved, pages } = await explainList(em, context, { ...list, middle })
    const names = new Set(
      pages.flatMap(({ indexes, scanned }) => [...indexes, ...scanned.map((name) => `ALL OF ${name}`)]),
    )
    lines.push({
      list: describeList(list),
      indexes: unserved === null ? [...names].join(', ') : 'not served',
      read: Math.max(...pages.map(({ read }) => read)),
      ms: Math.max(...pages.map(({ ms }) => ms)),
    })
  }
  return lines
}

const pad = (texts: readonly string[], widths: readonly number[]): string =>
  texts
    .map((text, at) => text.padEnd(widths[at] ?? 0))
    .join('  ')
    .trimEnd()

/** The lines as a table. */
export const writePlans = (lines: readonly PlanLine[]): string => {
  const rows = lines.map(({ list, indexes, read, ms }) => [String(read), ms.toFixed(1), list, indexes])
  const all = [['read', 'ms', 'list', 'indexes'], ...rows]
  const widths = [0, 1, 2, 3].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  return all.map((row) => pad(row, widths)).join('\n')
}
