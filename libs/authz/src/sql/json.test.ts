import { expect, describe, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { attrs, definePolicy, where } from '../index.ts'
import {
  agreesOnJsonInSqlite,
  jsonRelations as relations,
  openJsonPostgres,
} from '../../tests/support/json-laws.ts'
import { checkRelations, toSql } from './index.ts'

const numRuns = countRuns({ short: 1500, long: 50_000 })

describe('toSql of conditions on the JSON of a column', () => {
  it(
    'chooses the rows that the memory chooses in PostgreSQL, whatever the column contains',
    {
      timeout: 120_000,
    },
    async () => {
      const postgres = await openJsonPostgres()
      await postgres.agrees(toSql, numRuns)
      await postgres.close()
    },
  )

  it(
    'chooses the rows that the memory chooses in SQLite, whatever the column contains',
    {
      timeout: 120_000,
    },
    () => agreesOnJsonInSqlite(toSql, numRuns),
  )

  const a = where<{ meta: { owner: { id: number }; at: Date; 'x"y': string } }>({ meta: { at: 'timestamp' } })

  it('is a path in the column', () => {
    expect(toSql(a.meta.owner.id.isNull(), { dialect: 'sqlite', relations, table: 'docs' }).values).toContain(
      '$."owner"',
    )
  })

  it('refuses times, and names that SQLite and MySQL cannot read', () => {
    const options = { relations, table: 'docs' }
    expect(() => toSql(a.meta.at.lt(new Date(0)), { ...options, dialect: 'sqlite' })).toThrow(
      'JSON has no times, so that toSql cannot compare "at" of the kind timestamp.',
    )
    expect(() => toSql(a.meta['x"y'].eq('a'), { ...options, dialect: 'sqlite' })).toThrow(
      'SQLite cannot read the attribute "x"y" of JSON.',
    )
    expect(() => toSql(a.meta['x"y'].eq('a'), { ...options, dialect: 'mysql' })).toThrow(
      'MySQL cannot read the attribute "x"y" of JSON.',
    )
  })

  it('needs no mapping of the attributes in the column', () => {
    const policy = definePolicy()({
      resources: { docs: ['read'] },
      attributes: { docs: attrs<{ meta: { owner: { id: number } } }>() },
      roles: { USER: { rules: (b) => b.allow('docs:read', (doc) => doc.meta.owner.id.eq(1)) } },
    })
    expect(() => checkRelations(policy, { docs: relations })).not.toThrow()
  })
})
