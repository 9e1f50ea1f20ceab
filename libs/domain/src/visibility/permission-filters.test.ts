import { restrict } from '@content-service/authz/restrict'
import { beforeEach, describe, expect, test } from 'vitest'
import { Article } from '../articles/article.ts'
import { declareViewedRead } from '../records/views/viewed-reading.ts'
import { Comment } from '../comments/comment.ts'
import { readRecord } from '../records/record-reading.ts'
import { readById } from '../operations/read-operations.ts'
import { contentPolicy } from '../service/content-types.ts'
import type { Context } from '../context/context.ts'
import type { CommentId } from '../rules/ids.ts'
import type { Selection } from '../reading/reading.ts'
import { callerOf } from '../testing/builders.ts'
import { aWorld, type World } from '../testing/world.ts'
import type { User } from '../users/user.ts'

const TITLE: Selection = { fields: ['title'] }

let world: World
let people: World['people']
beforeEach(async () => {
  world = await aWorld()
  people = world.people
})

describe('C12.17 a relation to one record', () => {
  const withScopes = (person: User, scopes: readonly string[]): Context =>
    world.as(null, { caller: restrict(contentPolicy, callerOf(person), scopes) })
  const ARTICLE = { as: 'on', relation: 'article', select: TITLE }
  const articleOf = async (context: Context, { id }: { readonly id: CommentId }) =>
    (await readRecord(context, Comment, id, { fields: ['content'], related: [ARTICLE] }))?.['on']

  test('shows a readable record, and refuses another record with FORBIDDEN', async () => {
    const draft = await world.article(people.AUTHOR, 'DRAFT')
    const comment = await world.comment(draft, people.READER)
    expect(await articleOf(withScopes(people.EDITOR, ['comments:read']), comment)).toMatchObject({
      code: 'FORBIDDEN',
      message: 'You need the permission articles:read.',
    })
    const both = ['comments:read', 'articles:read']
    expect(await articleOf(withScopes(people.EDITOR, both), comment)).toMatchObject({ title: draft.title })
  })

  test('C7.9 shows the public profile of an owner to a caller who may not read the owner', async () => {
    const draft = await world.article(people.AUTHOR, 'DRAFT')
    const OWNER = { as: 'by', relation: 'owner', select: { fields: ['username', 'email', 'age'] } }
    const context = withScopes(people.EDITOR, ['articles:read'])
    expect(
      await readById(context, declareViewedRead(Article), draft.id, { fields: [], related: [OWNER] }),
    ).toMatchObject({
      by: { username: 'ada', email: 'a***@e***.org', age: null },
    })
  })
})
