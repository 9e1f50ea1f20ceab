import { describe, expect, it } from 'vitest'
import { type Condition, type RuleDocument, where } from '../index.ts'
import { parsePolicy, toJson } from '../json/index.ts'
import { findChanges } from './index.ts'

const doc = where<{ status: string; ownerId: number }>()
const version = (...rules: readonly RuleDocument[]) =>
  parsePolicy(
    JSON.parse(
      JSON.stringify({
        resources: { docs: ['read', 'write'] },
        roles: { BASE: { rules }, TOP: { inherits: ['BASE'], rules: [] } },
      }),
    ),
  )
const allow = (when?: Condition, more: object = {}): RuleDocument => ({
  effect: 'allow',
  permissions: ['docs:read'],
  ...(when && { when }),
  ...more,
})
const deny = (when: Condition): RuleDocument => ({ effect: 'deny', permissions: ['docs:read'], when })

const isOpen = doc.status.eq('OPEN')
const isMine = doc.ownerId.eq(1)

describe('the changes between two versions of a policy', () => {
  it.each([
    ['a new rule', [], [allow()], 'gained', 'never', 'always'],
    ['a removed rule', [allow()], [], 'lost', 'always', 'never'],
    ['a condition less', [allow(isOpen)], [allow()], 'gained', 'status = "OPEN"', 'always'],
    [
      'a second rule',
      [allow(isOpen)],
      [allow(isOpen), allow(isMine)],
      'gained',
      'status = "OPEN"',
      '(status = "OPEN" or ownerId = 1)',
    ],
    [
      'a deny rule',
      [allow(isOpen)],
      [allow(isOpen), deny(isMine)],
      'lost',
      'status = "OPEN"',
      '(status = "OPEN" and not ownerId = 1)',
    ],
    ['another condition', [allow(isOpen)], [allow(isMine)], 'changed', 'status = "OPEN"', 'ownerId = 1'],
    [
      'a masked field',
      [allow()],
      [allow(undefined, { mask: ['email'] })],
      'fields',
      'always',
      'always [where always: mask email]',
    ],
    [
      'more rows with fewer fields',
      [allow(isOpen)],
      [allow(undefined, { fields: ['id'] })],
      'changed',
      'status = "OPEN"',
      'always [where always: only id]',
    ],
    [
      'a condition after the change',
      [allow()],
      [allow(undefined, { after: isMine })],
      'fields',
      'always',
      'always [where always: after the change ownerId = 1]',
    ],
  ])('%s', (_, old, now, kind, before, after) => {
    const change = { permission: 'docs:read', kind, before, after }
    expect(findChanges(version(...old), version(...now))).toEqual([
      { role: 'BASE', ...change },
      { role: 'TOP', ...change },
    ])
  })

  it.each([
    ['the same policy', [allow(isOpen)], [allow(isOpen)]],
    ['rules in another order', [allow(isOpen), allow(isMine)], [allow(isMine), allow(isOpen)]],
    ['a rule that another one covers', [allow()], [allow(), allow(isMine)]],
    ['fields of a rule that allows nothing', [], [deny(isMine)]],
  ])('%s: none', (_, old, now) => expect(findChanges(version(...old), version(...now))).toEqual([]))

  it('finds new and removed roles and permissions, and rules of every subject', () => {
    const before = version(allow())
    const changed = toJson(before)
    const { TOP: _, ...roles } = changed.roles
    const after = parsePolicy({
      ...changed,
      resources: { docs: ['read', 'delete'] },
      roles: { ...roles, '*': { rules: [{ effect: 'allow', permissions: ['docs:delete'] }] } },
    })
    expect(
      findChanges(before, after).map(({ role, permission, kind }) => `${role} ${permission} ${kind}`),
    ).toEqual([
      '* docs:delete gained',
      'BASE docs:delete gained',
      'TOP docs:read lost',
      'TOP docs:delete gained',
    ])
  })
})
