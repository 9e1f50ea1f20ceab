import { type EntityJson, isAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import { describe, expect, it } from 'vitest'
import { findJudge } from '../../../../tools/check/judge.ts'
import { type CedarRequest, judge, translateCedar } from '../support/judges/cedar-judge.ts'

const folder = findJudge('cedar')
if (!folder) process.stdout.write('Skipped: the requests of Cedar, because $JUDGES has no folder "cedar".\n')

/** Of the 74 requests, the policies of 8 use operators on IP addresses. */
it.skipIf(!folder)(
  'decides as Cedar does about the handwritten requests, with the determining policies',
  () => {
    const verdicts = judge(folder ?? '')
    expect(verdicts.filter(({ outcome }) => outcome === 'differs')).toEqual([])
    expect(verdicts.filter(({ outcome }) => outcome === 'agrees').length).toBeGreaterThanOrEqual(66)
  },
)

const user = (id: string) => ({ type: 'User', id })
const entities: readonly EntityJson[] = [
  {
    uid: user('ann'),
    attrs: { level: 3, team: 'red', teams: ['red', 'blue'], boss: { __entity: user('bob') } },
    parents: [{ type: 'Group', id: 'staff' }],
  },
  { uid: user('bob'), attrs: { level: 7, team: 'blue', teams: [] }, parents: [] },
  { uid: { type: 'Group', id: 'staff' }, attrs: {}, parents: [{ type: 'Group', id: 'people' }] },
  { uid: { type: 'Action', id: 'read' }, attrs: {}, parents: [{ type: 'Action', id: 'any' }] },
  { uid: { type: 'Action', id: 'write' }, attrs: {}, parents: [] },
  {
    uid: { type: 'Doc', id: 'a' },
    attrs: {
      team: 'red',
      size: 3,
      isOpen: true,
      tags: ['red', 'new'],
      owner: { __entity: user('ann') },
      readers: [{ __entity: user('bob') }],
      meta: { kind: 'x', price: { __extn: { fn: 'decimal', arg: '-1.5' } } },
    },
    parents: [{ type: 'Folder', id: 'f' }],
  },
  {
    uid: { type: 'Doc', id: 'b' },
    attrs: { team: 'blue', size: 9, isOpen: false, tags: [], owner: { __entity: user('bob') }, readers: [] },
    parents: [],
  },
]
const requests: readonly CedarRequest[] = ['ann', 'bob'].flatMap((principal) =>
  ['read', 'write'].flatMap((action) =>
    ['a', 'b'].map((resource) => ({
      principal: user(principal),
      action: { type: 'Action', id: action },
      resource: { type: 'Doc', id: resource },
      context: { hour: 12, photo: { type: 'PNG', size: 4 } },
    })),
  ),
)

const conditions = [
  'principal == resource.owner',
  'principal != resource.owner',
  'resource.owner has boss && resource.owner.boss == User::"bob"',
  'resource has meta && resource.meta.kind == "x"',
  'resource has meta.kind && !(resource.meta.kind == "y")',
  'resource has meta && resource.meta.price.lessThan(decimal("-1.4"))',
  'principal.team == resource.team',
  'principal.team == resource.owner.team',
  'resource.size < 4 || principal.level >= 7',
  '5 < resource.size',
  'principal.level > 3',
  'principal.level == resource.size',
  'resource.isOpen && context.photo.size <= 4 && context.hour < 13',
  '["PNG", "GIF"].contains(context.photo.type)',
  '[User::"ann", User::"cid"].contains(resource.owner)',
  'resource.readers.contains(principal)',
  'resource.readers.contains(User::"bob")',
  'resource.tags.contains(principal.team)',
  'principal.teams.contains(resource.team)',
  'resource.tags.containsAny(["new", "old"])',
  'resource.tags.containsAll(["new", "red"])',
  'principal in Group::"people"',
  'resource.owner in [Group::"staff", User::"bob"]',
  'if resource.isOpen then principal.level > 5 else principal.level < 5',
  'resource is Doc in Folder::"f"',
  'principal is Group || resource.team like "red"',
  'true && !false',
]
const scopes = [
  'principal == User::"ann", action == Action::"read", resource in Folder::"f"',
  'principal in Group::"staff", action in [Action::"write"], resource == Doc::"b"',
  'principal is User in Group::"staff", action in Action::"any", resource is Doc',
  'principal, action == Action::"print", resource',
]
const policies = [
  ...conditions.map((condition) => `permit(principal, action, resource) when { ${condition} };`),
  ...conditions.map((condition) => `permit(principal, action, resource) unless { ${condition} };`),
  ...scopes.map((scope) => `permit(${scope});\nforbid(${scope}) when { resource.isOpen };`),
]

describe('the translation of policies of Cedar', () => {
  it.each(policies)('decides as Cedar: %s', (policy) => {
    const text = `permit(principal == User::"bob", action, resource);\n${policy}`
    const decide = translateCedar(text, entities, requests)
    for (const request of requests) {
      const answer = isAuthorized({
        ...request,
        policies: { staticPolicies: text },
        entities: [...entities],
      })
      if (answer.type === 'failure') throw new Error(JSON.stringify(answer.errors))
      const { decision, diagnostics } = answer.response
      expect(diagnostics.errors).toEqual([])
      expect(decide(request)).toEqual({ decision, reason: [...diagnostics.reason].sort() })
    }
  })

  it.each([
    ['resource.team like "r*"', '"like"'],
    ['resource.size + 1 == 2', '"+"'],
    ['resource.size == resource.owner.level', 'a comparison of two attributes of the resource'],
    ['principal.boss.level == resource.size', 'a comparison of two attributes of the resource'],
    ['context.address.isLoopback()', '"isLoopback"'],
    ['principal in resource.readers', '"in" an attribute'],
    ['principal.id == 7', 'the attribute "id"'],
    ['resource.tags == ["red"]', 'a comparison of constants or sets'],
  ])('refuses %s by name', (condition, part) => {
    const text = `permit(principal, action, resource) when { ${condition} };`
    expect(() => translateCedar(text, entities, requests)).toThrow(part)
  })
})
