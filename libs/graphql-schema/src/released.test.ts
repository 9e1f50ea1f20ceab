import { readFileSync } from 'node:fs'
import { builtInModel } from '@content-service/domain'
import {
  buildSchema,
  DangerousChangeType,
  findBreakingChanges,
  findDangerousChanges,
  parse,
  print,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { removeHidden } from './contract/hidden.ts'
import { writeTypeDefs } from './service/schema.ts'

const CONTRACT = readFileSync(new URL('../schema.released.graphql', import.meta.url), 'utf8')
const RELEASED = print(removeHidden(parse(CONTRACT)))

/** graphql-js calls additions dangerous; only these changes affect the answer to a document. */
const CHANGES_AN_ANSWER: readonly string[] = [
  DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE,
  DangerousChangeType.INPUT_FIELD_DEFAULT_VALUE_CHANGE,
]

/** The changes of a schema that would break a document for the released schema. */
const breaks = (next: string): readonly string[] => {
  const schemas = [buildSchema(RELEASED), buildSchema(next)] as const
  const dangerous = findDangerousChanges(...schemas).filter(({ type }) => CHANGES_AN_ANSWER.includes(type))
  return [...findBreakingChanges(...schemas), ...dangerous].map(({ description }) => description)
}

describe('C6.11 the schema keeps what the last release served', () => {
  it('breaks no document; `npm run tool record-release` records a new release', () => {
    expect(breaks(writeTypeDefs(builtInModel))).toEqual([])
  })

  it.each([
    ['a field that goes', '  username: String!\n', '  login: String!\n'],
    ['a type that changes', '  likes: Int!\n', '  likes: String!\n'],
    ['an answer that may be null', '  title: String!\n', '  title: String\n'],
    ['an enum value that goes', '  SYSTEM\n', ''],
    ['a union member that goes', ' | Comment | Product', ' | Comment'],
    ['an argument that goes', 'keyword: String!, ', ''],
    ['an argument that becomes required', 'filter: UserFilter)', 'filter: UserFilter!)'],
    ['a default that changes', 'limit: Int = 10', 'limit: Int = 11'],
    ['a member that becomes required', '  maxAge: Int\n', '  maxAge: Int!\n'],
    ['an interface that goes', ' & Commentable', ''],
    ['a directive that goes', 'directive @hidden on', 'directive @concealed on'],
  ])('refuses %s', (_, now, next) => {
    expect(RELEASED).toContain(now)
    expect(breaks(RELEASED.replaceAll(now, next))).not.toEqual([])
  })

  it('lets the schema grow', () => {
    const grown = RELEASED.replace('type Query {', 'type Query {\n  news(first: Int = 5): [Article!]')
      .replace('  SYSTEM\n', '  SYSTEM\n  CONTRAST\n')
      .replace('input UserFilter {', 'input UserFilter {\n  city: String')
    expect(breaks(grown)).toEqual([])
  })
})
