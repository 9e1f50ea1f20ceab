import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow, type Sql } from '../statements/sql.ts'

/** What PostgreSQL does for a statement. */
export interface Plan {
  /** The indexes that it uses, sorted. */
  readonly indexes: readonly string[]
  /** The tables that it reads as a whole, sorted. */
  readonly scanned: readonly string[]
  /** The rows and index entries that it reads, those that a filter removes included. */
  readonly read: number
  readonly ms: number
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

const listNodes = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]

const unique = (names: readonly (string | undefined)[]): readonly string[] =>
  [...new Set(names.filter((name) => name !== undefined))].sort()

const countRead = (node: PlanNode): number =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

/** The plan of a statement as PostgreSQL returns it, in JSON. */
const readPlan = (plans: readonly { readonly Plan: PlanNode; readonly 'Execution Time': number }[]): Plan => {
  const nodes = plans.flatMap(({ Plan }) => listNodes(Plan))
  const scans = nodes.filter((node) => node['Node Type'].endsWith('Scan'))
  return {
    indexes: unique(nodes.map((node) => node['Index Name'])),
    scanned: unique(
      nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name']] : [])),
    ),
    read: Math.round(scans.reduce((sum, node) => sum + countRead(node), 0)),
    ms: plans.reduce((sum, plan) => sum + plan['Execution Time'], 0),
  }
}

interface Explained {
  readonly 'QUERY PLAN': Parameters<typeof readPlan>[0]
}

/** Runs a statement, and returns its plan. */
export const explain = async (em: SqlEntityManager, statement: Sql): Promise<Plan> => {
  const row = await findRow(em, sql<Explained>`explain (analyze, format json) ${statement}`)
  return readPlan(row?.['QUERY PLAN'] ?? [])
}

/** `explain` for a prepared statement whose plan is made for all values. */
export const explainPrepared = (
  em: SqlEntityManager,
  text: string,
  values: readonly string[],
): Promise<Plan> =>
  em.transactional(async (inner) => {
    const run = (statement: string) => sql.raw<Explained>(statement).execute(inner.getKysely())
    await run('set local plan_cache_mode = force_generic_plan')
    await run(`prepare explained as ${text}`)
    const given =
      values.length === 0 ? '' : `(${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`
    const { rows } = await run(`explain (analyze, format json) execute explained${given}`)
    await run('deallocate explained')
    return readPlan(rows[0]?.['QUERY PLAN'] ?? [])
  })
