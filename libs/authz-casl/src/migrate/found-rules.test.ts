import typescript from 'typescript'
import { describe, expect, it } from 'vitest'
import { readSource } from './read-source.ts'

/** The number of rules that are in the policy or in the list for a person. */
function countRules(text: string): number {
  const source = `import { AbilityBuilder } from '@casl/ability'\n${text}`
  const { written, unwritten } = readSource(typescript, { path: 'a.ts', text: source })
  return written.length + unwritten.length
}

const BUILDER = 'const { can, cannot } = new AbilityBuilder(A)\n'

describe('no rule is lost', () => {
  it.each([
    `cannot('delete')`,
    `cannot(...rule)`,
    `user.isPaid && cannot('read', 'A')`,
    `user.isPaid || (cannot('read', 'A'))`,
    `void cannot('read', 'A')`,
    `log(), cannot('read', 'A')`,
    `kinds.forEach((kind) => cannot('read', kind))`,
    `cannot?.('read', 'A')`,
    `cannot<Article>('read', 'A')`,
    `builder['cannot']('read', 'A')`,
    `const forbid = builder.cannot\nforbid('read', 'A')`,
    `rules.push({ action: 'read', subject: 'A', inverted: true })`,
    `user.isPaid ? log() : cannot('read', 'A').because('It is free')`,
  ])('of %s', (text) => {
    expect(countRules(text)).toBe(1)
  })

  it.each([
    `const rule = cannot('read', 'A')`,
    `function f(user) { if (user.isPaid) return cannot('read', 'A') }`,
    `kinds.map((kind) => cannot('read', kind))`,
  ])('of %s, if its function comes from a builder', (text) => {
    expect(countRules(`${BUILDER}${text}`)).toBe(1)
    expect(countRules(`const { can, cannot } = useAbility()\n${text}`)).toBe(0)
    expect(countRules(`const b = new AbilityBuilder(A)\n${text.replace('cannot', 'b.cannot')}`)).toBe(1)
  })

  it.each([
    `[{ "action": "read", 'subject': 'A' }]`,
    `[{ action, subject }]`,
    `[{ action: 'read', subject: 'A', ...rest }]`,
  ])('of the list %s', (text) => {
    expect(countRules(`createMongoAbility(${text})`)).toBe(1)
  })

  it.each([`user.isPaid = ability.can('read', a)`, `cannot()`, `builder[cannot]('read', 'A')`])(
    'and %s is none',
    (text) => {
      expect(countRules(text)).toBe(0)
    },
  )
})

it('a raw rule whose member `inverted` the source does not show can be a cannot', () => {
  const rules = `[{ action: 'read', subject: 'A' }, { action: 'read', subject: 'A', inverted }]`
  const { ordered } = readSource(typescript, { path: 'a.ts', text: `createMongoAbility(${rules})` })
  expect(ordered).toMatchObject([
    { message: expect.stringMatching(/^this cannot follows the can of line 1/) },
  ])
})
