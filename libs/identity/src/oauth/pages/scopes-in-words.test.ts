import { contentPolicy } from '@content-service/domain'
import { describe, expect, test } from 'vitest'
import { groupScopes } from './scopes-in-words.ts'

describe('C7.5 the scopes on the consent page', () => {
  test('appear under their resource', () => {
    expect(groupScopes(['users:read', 'articles:read', 'articles:delete'])).toEqual([
      ['Articles', ['read articles, your drafts too', 'delete articles']],
      ['Your account', ['see your account and its private details']],
    ])
  })

  test('have words for all permissions', () => {
    const words = groupScopes(contentPolicy.permissions).flatMap(([, members]) => members)
    expect(words).toHaveLength(contentPolicy.permissions.length)
    expect(words.filter((word) => word.includes(':'))).toEqual([])
  })

  test('of a declared type come before those of the account', () => {
    expect(groupScopes(['audit:read', 'reports:run', 'reports:read'])).toEqual([
      ['Reports', ['run reports', 'see reports']],
      ['Audit log', ['read the audit log']],
    ])
  })

  test('without words appear unchanged, and are never left out', () => {
    expect(groupScopes(['constructor', '__proto__:x', 'articles:feature'])).toEqual([
      ['Articles', ['articles:feature']],
      ['Other', ['constructor', '__proto__:x']],
    ])
  })
})
