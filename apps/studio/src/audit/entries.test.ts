import { describe, expect, it } from 'vitest'
import type { ContentModel } from '../api/model.ts'
import type { AuditEntry } from '../api/people-paths.ts'
import { findResource, joinParts } from './entries.ts'

const entry = (id: string) => ({ id }) as AuditEntry

describe('the audit log', () => {
  it('shows each entry once, although a new one has moved the pages', () => {
    const parts = [
      { entries: [entry('c'), entry('b')], next: {} },
      { entries: [entry('b'), entry('a')], next: null },
    ]
    expect(joinParts(parts).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  })

  it('leads to records of types that have pages', () => {
    const types = [
      { path: 'blog-posts', plural: 'blogPosts', single: false },
      { path: 'imprint', plural: 'imprint', single: true },
    ]
    const model = { types } as unknown as ContentModel
    expect(findResource(model, 'blogPosts')?.path).toBe('blog-posts')
    expect(findResource(model, 'imprint')).toBeNull()
    expect(findResource(model, 'audit')).toBeNull()
  })
})
