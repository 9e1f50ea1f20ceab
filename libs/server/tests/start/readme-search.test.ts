import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

const readText = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** The first query of the README, and its answer there. */
const [, query = '', answer = ''] =
  /-d '(\{"query": "\{ search.*\})'\n```\n\n```json\n(.*)\n```/.exec(readText('../../../../README.md')) ?? []
const [, misspelt = ''] = /query: \\"(\w+)\\"/.exec(query) ?? []

describe('C5.3 the misspelt search of the README', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService('PGlite', { SAMPLE_CONTENT: 'true' })
  })
  afterAll(() => service.stop())

  it('has the answer of the README', async () => {
    const { query: document } = JSON.parse(query) as { query: string }
    const { body } = await service.graphql(document, {}, null)
    expect(body).toEqual(JSON.parse(answer))
  })

  it('needs a correction: no text of the sample content has the misspelt word', () => {
    expect(misspelt).toBe('publihsing')
    expect(readText('../../sample-content.ndjson')).not.toContain(misspelt)
  })
})
