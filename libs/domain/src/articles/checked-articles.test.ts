import { and } from '@content-service/authz'
import { beforeEach, describe, expect, it } from 'vitest'
import { createComment, updateComment } from '../comments/comment-operations.ts'
import { Comment } from '../comments/comment.ts'
import type { Context, Stores } from '../context/context.ts'
import { unconditional } from '../context/precondition.ts'
import { publishScheduled } from '../jobs/publish-scheduled.ts'
import { extendType } from '../model/types/extend-type.ts'
import { line } from '../model/fields/field-builders.ts'
import { ContentError } from '../rules/errors.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { aContext, aUser, callerOf, memoryStores, MemoryTables } from '../testing/index.ts'
import { createArticle } from './article-operations.ts'
import { deleteRecord } from '../records/deletion/delete-record.ts'
import { updateRecord } from '../records/record-operations.ts'
import { restoreRevision } from '../records/revisions/restore-revision.ts'
import { Article } from './article.ts'
import { scheduleRecord } from '../records/schedule/schedule-operations.ts'

const NEEDED = { path: ['source'], message: 'is required in a published article' }
let isBroken = false

/** Published articles name their source. */
const Sourced = extendType(Article, {
  fields: { source: line(80, { about: 'The source.', optional: true }) },
  check: (article) => {
    if (isBroken) throw new TypeError('x')
    if (article.status !== 'PUBLISHED') return []
    return [
      ...(article.source === null ? [{ path: ['source'] as const, message: NEEDED.message }] : []),
      ...(article.content === 'TODO' ? [{ path: ['content'] as const, message: 'is empty' }] : []),
    ]
  },
})
const Polite = extendType(Comment, {
  fields: {},
  check: ({ content }, previous) => [
    ...(content === 'No.' ? [{ path: ['content'] as const, message: 'must be polite' }] : []),
    ...(previous !== null && content.length < previous.content.length
      ? [{ path: ['content'] as const, message: 'must not become shorter' }]
      : []),
  ],
})
const others = builtInModel.types.filter(({ name }) => name !== 'Article' && name !== 'Comment')
const model = contentModel([...others, Sourced, Polite])
const restore = restoreRevision(model.typeNamed('Article'))

describe('C15.21, C16.3 a check of a team on articles and comments', () => {
  let stores: Stores
  let context: Context
  const create = (given: object = {}) =>
    createArticle(context, { title: 'T', content: 'First.', status: 'DRAFT', ...given })
  const update = (id: Article['id'], change: object) =>
    updateRecord(context, Sourced, { id, change, precondition: unconditional })
  const findProblems = async (write: Promise<unknown>) => {
    const error = await write.then(
      () => new Error('The write was not refused.'),
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof ContentError) || error.code !== 'BAD_USER_INPUT') throw error
    return error.problems
  }

  beforeEach(async () => {
    isBroken = false
    stores = memoryStores(new MemoryTables(), model)
    const editor = await stores.users.add(aUser('edith', 'EDITOR'), null)
    context = aContext({ model, stores, caller: callerOf(editor) })
  })

  it('refuses creations, changes of texts and changes of states', async () => {
    expect(await findProblems(create({ status: 'PUBLISHED' }))).toEqual([NEEDED])
    const { id } = await create()
    expect(await findProblems(update(id, { status: 'PUBLISHED' }))).toEqual([NEEDED])
    await update(id, { status: 'PUBLISHED', source: 'A book' })
    expect(await findProblems(update(id, { source: null }))).toEqual([NEEDED])
    expect(await stores.records(Article).get(id)).toMatchObject({ source: 'A book', version: 2 })
  })

  it('refuses restored revisions, and no deletion', async () => {
    const { id } = await create({ content: 'TODO' })
    await update(id, { status: 'PUBLISHED', source: 'A book', content: 'Done.' })
    const [revision] = await stores.reader.find({
      from: 'revisions',
      where: and(),
      orderBy: [],
      window: { limit: 1, offset: 0 },
      select: { fields: ['id'] },
    })
    // The revision has the field of the team, too.
    expect(await findProblems(restore(context, revision?.['id'] as never))).toEqual([
      NEEDED,
      { path: ['content'], message: 'is empty' },
    ])
    await stores.records(Article).change(id, (current) => ({ ...current, source: null }) as never)
    await deleteRecord(context, Sourced, id)
    expect((await stores.records(Article).get(id))?.status).toBe('DELETED')
  })

  it('drops the schedule of an article that it refuses at its time, and publishes the others', async () => {
    const [refused, right] = [await create(), await create({ source: 'A book' })]
    const publishAt = new Date(context.now().getTime() + 60_000)
    for (const { id } of [refused, right])
      await scheduleRecord(context, Sourced, { id, publishAt: publishAt.toISOString() })
    await publishScheduled({ model, policy: context.policy }).run(stores, publishAt)
    const dropped = await stores.records(Article).get(refused.id)
    expect(dropped).toMatchObject({ status: 'DRAFT', scheduledFor: null, version: 3 })
    expect(await stores.records(Article).get(right.id)).toMatchObject({ status: 'PUBLISHED' })
  })

  it('tells of its failure after the job has done its work, so that it blocks no other article', async () => {
    const { id } = await create({ source: 'A book' })
    const publishAt = new Date(context.now().getTime() + 60_000)
    await scheduleRecord(context, Sourced, { id, publishAt: publishAt.toISOString() })
    isBroken = true
    await expect(publishScheduled({ model, policy: context.policy }).run(stores, publishAt)).rejects.toThrow(
      'code of a type has failed',
    )
    expect(await stores.records(Article).get(id)).toMatchObject({ status: 'DRAFT', scheduledFor: null })
    await expect(create()).rejects.toThrow('The check of Article has thrown an error')
  })

  it('refuses comments and their changes', async () => {
    const { id: on } = await create({ status: 'PUBLISHED', source: 'A book' })
    const impolite = { path: ['content'], message: 'must be polite' }
    expect(await findProblems(createComment(context, on, { content: 'No.' }))).toEqual([impolite])
    const { id } = await createComment(context, on, { content: 'Well said.' })
    const change = (content: string) => updateComment(context, id, { content }, unconditional)
    expect(await findProblems(change('No.'))).toEqual([
      impolite,
      { path: ['content'], message: 'must not become shorter' },
    ])
    expect(await change('Well said, indeed.')).toMatchObject({ version: 2 })
  })
})
