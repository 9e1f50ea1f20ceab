import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { describe, expect, it } from 'vitest'
import { createSchema } from '../../service/schema.ts'
import { createRequestPreparer } from '../prepared-request.ts'
import { DEFAULT_LIMITS } from './guards.ts'

const about = 'A test.'
const Walk = record({
  name: 'Walk',
  plural: 'walks',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    title: field.line(80, { about }),
    body: field.blocks({ next: { walk: field.one('self', { about, optional: true }) } }, { about }),
    peers: field.many('self', { about }),
  },
})
const prepare = createRequestPreparer(
  createSchema({ model: contentModel([...builtInModel.types, Walk]) }),
  DEFAULT_LIMITS,
)

const outcome = (selected: string) => {
  const prepared = prepare({ query: `{ walk(id: "x") { ${selected} } }`, variables: {} })
  return 'document' in prepared ? prepared.cost : prepared[0]?.extensions['code']
}
const follow = (selected: string): string => `body { ... on WalkBodyNext { walk { ${selected} } } }`

describe('C5.8 C16.1 the cost of links in parts', () => {
  it.each([
    [follow('title'), 21],
    [follow(follow('title')), 1_021],
    [follow(`peers(limit: 1) { ${follow('title')} }`), 1_041],
    [`peers(limit: 1) { ${follow('title')} }`, 22],
    [follow(follow(follow('title'))), 'QUERY_TOO_COMPLEX'],
  ])('%s: %s', (selected, cost) => expect(outcome(selected)).toBe(cost))
})
