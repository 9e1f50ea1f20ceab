import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { countQuestions, makeQuestion } from '../workloads.ts'
import { askMix } from './requests.ts'

const SCHEMA = join(import.meta.dirname, '../../../../libs/graphql-schema/schema.graphql')

const targets = {
  articles: ['a', 'b', 'c'],
  users: ['3', '4', '5'],
  authors: [],
  words: ['x', 'y', 'z'],
  commonWords: [],
  tags: [],
  pages: 18,
  writer: '3',
}

describe('the mix of a site', () => {
  const bodies = Array.from({ length: countQuestions('W9', 'different questions') }, (_, place) =>
    JSON.parse(askMix(makeQuestion(targets, place)).body ?? ''),
  )
  const reads = bodies.filter(({ query }) => !query.startsWith('mutation'))

  it('sends 200 documents equally often, and a comment in each tenth request', () => {
    const times = Map.groupBy(reads, ({ query }) => query)
    expect(times.size).toBe(200)
    expect(new Set([...times.values()].map(({ length }) => length))).toEqual(new Set([9]))
    expect(bodies.length - reads.length).toBe(bodies.length / 10)
  })

  it('asks with each document for different records', () => {
    for (const same of Map.groupBy(reads, ({ query }) => query).values())
      expect(new Set(same.map(({ variables }) => JSON.stringify(variables))).size).toBeGreaterThan(1)
  })

  it('fits the schema of the service', () => {
    const schema = buildSchema(readFileSync(SCHEMA, 'utf8'))
    for (const query of new Set(bodies.map((body) => body.query)))
      expect(validate(schema, parse(query)), query).toEqual([])
  })
})
