import { describe, expect, it } from 'vitest'
import { explain } from '../../explain/index.ts'
import { parsePolicy, toJson } from '../../json/index.ts'
import { pack, packedSubject, unpack, unpackPolicy } from '../../pack/index.ts'
import { InvalidPolicy, type Subject, attrs, definePolicy } from '../../index.ts'

interface Article {
  readonly ownerId: number
  readonly isLocked: boolean
}
const OWN = 'An author edits own articles.'
const LOCKED = 'Nobody edits a locked article.'

const makePolicy = (reason: unknown = OWN) =>
  definePolicy<Subject & { readonly id: number }>()({
    resources: { articles: ['read', 'write'] },
    attributes: { articles: attrs<Article>() },
    roles: {
      AUTHOR: {
        rules: (b) => {
          b.allow('articles:read')
          b.allow('articles:write', (a, s) => a.ownerId.eq(s.id), { reason: reason as string })
          b.deny('articles:write', (a) => a.isLocked.eq(true), { reason: LOCKED })
        },
      },
    },
  })

const policy = makePolicy()
const author = { id: 7, roles: ['AUTHOR'] } as const
const own: Article = { ownerId: 7, isLocked: false }
const locked: Article = { ownerId: 7, isLocked: true }

describe('the reason of a rule', () => {
  it('is in each decision that the rule determines', () => {
    expect(policy.decide(author, 'articles:write', own)).toMatchObject({
      effect: 'allow',
      reason: 'allowed',
      determining: [{ path: 'roles.AUTHOR.rules[1]', reason: OWN }],
    })
    expect(policy.decide(author, 'articles:write', locked)).toMatchObject({
      effect: 'deny',
      reason: 'denied',
      determining: [{ path: 'roles.AUTHOR.rules[2]', reason: LOCKED }],
    })
  })

  it('is absent from a decision of a rule without one', () => {
    const [rule = {}] = policy.decide(author, 'articles:read', own).determining
    expect(Object.keys(rule)).toEqual(['effect', 'role', 'path', 'when'])
  })

  it('is in the explanation of each rule', () => {
    const { rules, text } = explain(policy, author, 'articles:write', locked)
    expect(rules.map(({ reason }) => reason)).toEqual([OWN, LOCKED])
    expect(text).toContain(`applies: isLocked = true; reason: "${LOCKED}"`)
  })

  it('survives JSON and packed permissions', () => {
    const reasons = [undefined, OWN, LOCKED]
    const parsed = parsePolicy(JSON.stringify(toJson(policy)))
    const packed = JSON.parse(JSON.stringify(pack(policy, author)))
    const whole = unpackPolicy(packed)
    expect(parsed.document.roles['AUTHOR']?.rules.map(({ reason }) => reason)).toEqual(reasons)
    expect(whole.document.roles['packed']?.rules.map(({ reason }) => reason)).toEqual(reasons)
    expect(whole.decide(packedSubject(packed), 'articles:write', locked).determining[0]?.reason).toBe(LOCKED)
    expect(unpack(packed).can('articles:write', own)).toBe(true)
  })

  it('is that of a rule which a role has on some rows', () => {
    const { resources, roles } = policy.document
    const onOwn = { articles: { AUTHOR: { op: 'eq', attribute: 'ownerId', value: { subject: 'id' } } } }
    const on = parsePolicy({ resources, roles, roleOn: onOwn })
    expect(on.decide({ id: 7, roles: [] }, 'articles:write', locked).determining[0]?.reason).toBe(LOCKED)
  })

  it('has 500 characters', () => {
    expect(() => makePolicy('é'.repeat(500))).not.toThrow()
    expect(() => makePolicy('😀'.repeat(500))).not.toThrow()
  })

  it.each([
    ['empty', ''],
    ['a number', 5],
    ['null', null],
    ['longer than 500 characters', '😀'.repeat(501)],
  ])('is not %s', (_, reason) => {
    expect(() => makePolicy(reason)).toThrow(
      /^roles\.AUTHOR\.rules\[1\]: invalid reason .+; write a text of 1 to 500 characters$/u,
    )
    const { resources } = policy.document
    const rule = { effect: 'allow', permissions: ['articles:read'], reason }
    expect(() => parsePolicy({ resources, roles: { AUTHOR: { rules: [rule] } } })).toThrow(InvalidPolicy)
  })
})
