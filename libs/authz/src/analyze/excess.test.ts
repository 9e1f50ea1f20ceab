import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { and, attrs, definePolicy } from '../index.ts'
import { restrict } from '../restrict/index.ts'
import { compilePolicy } from '../engine/decisions/engine.ts'
import { documents, oddAskers, permissions, rows } from '../../tests/support/generate.ts'
import { decides } from '../../tests/support/oracle.ts'
import { findExcess } from './index.ts'

interface Doc {
  readonly ownerId: number
  readonly status: 'A' | 'B'
}

const policy = definePolicy<{ readonly id: number; readonly roles: readonly string[] }>()({
  resources: { docs: ['read', 'write'], users: ['write'] },
  attributes: { docs: attrs<Doc>(), users: attrs<object>() },
  roles: {
    OWNER: { rules: (b) => b.allow(['docs:read', 'docs:write'], (doc, s) => doc.ownerId.eq(s.id)) },
    OWNER_OF_A: {
      rules: (b) => b.allow('docs:write', (doc, s) => and(doc.status.eq('A'), doc.ownerId.eq(s.id))),
    },
    ALL: { inherits: ['OWNER'], rules: (b) => b.allow('docs:*') },
    ALL_BUT_A: {
      inherits: ['ALL'],
      rules: (b) => b.deny('docs:write', (doc) => doc.status.eq('A')),
    },
    MANAGER: { rules: (b) => b.allow('users:write') },
  },
})

const holding = (...roles: readonly string[]) => ({ id: 7, roles })
const excess = (holder: readonly string[], subject: readonly string[]) =>
  findExcess(policy, [holding(...holder)], holding(...subject))

describe('findExcess', () => {
  it.each([
    ['the same role', ['OWNER'], ['OWNER'], []],
    ['a role that is inherited', ['ALL'], ['OWNER'], []],
    ['a condition never covers its absence', ['OWNER'], ['ALL'], ['docs:read', 'docs:write']],
    ['a condition covers a narrower one', ['OWNER'], ['OWNER_OF_A'], []],
    ['and not a wider one', ['OWNER_OF_A'], ['OWNER'], ['docs:read', 'docs:write']],
    ['a deny of the holder limits what it covers', ['ALL_BUT_A'], ['ALL'], ['docs:write']],
    ['a deny of the subject limits what must be covered', ['ALL'], ['ALL_BUT_A'], []],
    ['a role with the same deny', ['ALL_BUT_A'], ['ALL_BUT_A'], []],
    ['another resource', ['ALL'], ['OWNER', 'MANAGER'], ['users:write']],
    ['several roles of the holder', ['ALL', 'MANAGER'], ['OWNER', 'MANAGER'], []],
    ['no role', [], [], []],
    ['a role that the policy does not know gives nothing', ['OWNER'], ['GONE'], []],
    ['and covers nothing', ['GONE'], ['OWNER'], ['docs:read', 'docs:write']],
  ])('%s', (_, holder, subject, expected) => expect(excess(holder, subject)).toEqual(expected))

  it('several holders cover together', () => {
    const holders = [holding('OWNER'), holding('MANAGER')]
    expect(findExcess(policy, holders, holding('OWNER', 'MANAGER'))).toEqual([])
  })

  it('a permission of one’s own is without condition, for the holder and for the subject', () => {
    const granted = { ...holding('OWNER'), permissions: ['docs:write'] }
    expect(findExcess(policy, [holding('OWNER')], granted)).toEqual(['docs:write'])
    expect(findExcess(policy, [granted], granted)).toEqual([])
    expect(findExcess(policy, [granted], holding('ALL'))).toEqual(['docs:read'])
  })

  it('a restricted holder covers what is in its scope', () => {
    const narrow = restrict(policy, holding('ALL', 'MANAGER'), ['docs:read', 'users:write'])
    expect(findExcess(policy, [narrow], holding('ALL', 'MANAGER'))).toEqual(['docs:write'])
  })

  it('never leaves out what the subject could do and no holder could', () => {
    let covered = 0
    const holders = fc.array(oddAskers, { maxLength: 2 })
    fc.assert(
      fc.property(documents, holders, oddAskers, rows, (document, several, subject, row) => {
        const whoever = ({ roles, permissions: granted, restrictedTo }: typeof subject) => ({
          ...subject,
          roles,
          permissions: granted ?? [],
          restrictedTo: restrictedTo ?? permissions,
        })
        const subjects = several.map(whoever)
        const found = findExcess(compilePolicy(document), subjects, whoever(subject))
        for (const permission of permissions.filter((each) => !found.includes(each))) {
          const question = { permission, row: { ...row } }
          if (!decides(document, whoever(subject), question)) continue
          covered += 1
          expect(subjects.some((holder) => decides(document, holder, question))).toBe(true)
        }
      }),
      { numRuns: 3000 },
    )
    expect(covered).toBeGreaterThan(100)
  })
})
