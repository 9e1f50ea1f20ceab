import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { StatementHook } from '@content-service/persistence'
import type { Spans } from './spans.ts'

const LONGEST_TEXT = 2_000

/** Removes numbers and texts from a statement. */
export const removeValues = (sql: string): string =>
  sql
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![\w$"])\d+(?:\.\d+)?\b/g, '?')
    .slice(0, LONGEST_TEXT)

const VERB = /^\s*(\w+)/
const TABLE = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i

/** The first change of records in a statement that begins with `with`, which can take their slugs before. */
const CHANGE = /^\s*with\b.*?\b((?:insert into|update|delete from)\s+"?(?!record_slugs\b)[a-z_]+)/is

/** A short name such as `SELECT articles`; the number of names is bounded. */
const summarize = (text: string): string => {
  const main = CHANGE.exec(text)?.[1] ?? text
  return [VERB.exec(main)?.[1]?.toUpperCase() ?? 'SQL', TABLE.exec(main)?.[1]].filter(Boolean).join(' ')
}

/** A span for each statement (semantic conventions for databases). */
export const traceStatements =
  ({ tracer, around }: Spans): StatementHook =>
  (sql) => {
    const parent = around.getStore()
    if (parent === undefined) return undefined
    const text = removeValues(sql)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
    const span = tracer.startSpan(summarize(text), { kind: SpanKind.CLIENT, attributes }, parent)
    return (error) => {
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
  }
