import { and } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import { Article } from '../articles/article.ts'
import { scheduleRecord, unscheduleRecord } from '../records/schedule/schedule-operations.ts'
import { builtInModel, contentPolicy } from '../service/content-types.ts'
import { aContext, anArticle, aUser, memoryStores, NOON } from '../testing/index.ts'
import type { User } from '../users/user.ts'
import type { UserRole } from '../access/role-names.ts'
import { publishScheduled } from './publish-scheduled.ts'

const AT = new Date(NOON.getTime() + 60_000)

/** An article of an author that an editor has scheduled. */
const schedule = async (role: UserRole = 'EDITOR') => {
  const stores = memoryStores()
  const author = await stores.users.add(aUser('ada', 'AUTHOR'), null)
  const person = await stores.users.add(aUser('eve', role), null)
  const { id } = await stores.articles.add(anArticle(stores, author.id, { status: 'REVIEW' }))
  const context = { ...aContext({ stores }), caller: { id: person.id, roles: [role], permissions: [] } }
  await scheduleRecord(context, Article, { id, publishAt: AT.toISOString() })
  const change = (values: Partial<User>) =>
    stores.users.change(person.id, (current) => ({ ...current, ...values }))
  const run = async () => {
    await publishScheduled({ model: builtInModel, policy: contentPolicy }).run(stores, AT)
    return stores.articles.get(id)
  }
  const readEntries = () =>
    stores.reader.find({
      from: 'auditEntries',
      where: and(),
      orderBy: [],
      window: { limit: 100, offset: 0 },
      select: { fields: ['action', 'resourceId', 'decision', 'reason'] },
    })
  return { stores, id, person, context, change, run, readEntries }
}

describe('C17.2 a schedule asks the rights that its person has at its time', () => {
  it('publishes for a person who still may', async () => {
    const { run } = await schedule()
    expect(await run()).toMatchObject({ status: 'PUBLISHED', scheduledFor: null, scheduledBy: null })
  })

  it.each<[string, Partial<User>]>([
    ['has lost the role', { roles: ['READER'] }],
    ['is suspended', { status: 'SUSPENDED' }],
    ['is inactive', { status: 'INACTIVE' }],
    ['is deleted', { deleted: true }],
  ])('drops the schedule of a person who %s, with an entry of the audit log', async (_, values) => {
    const { id, change, run, readEntries } = await schedule()
    await change(values)
    expect(await run()).toMatchObject({
      status: 'REVIEW',
      publishedAt: null,
      scheduledFor: null,
      scheduledBy: null,
      version: 3,
    })
    expect(await readEntries()).toContainEqual({
      action: 'publish-scheduled',
      resourceId: id,
      decision: 'DENY',
      reason: 'FORBIDDEN',
    })
  })

  it('drops the schedule of a person whose account is gone', async () => {
    const { stores, person, run } = await schedule()
    await stores.users.remove(person.id, () => undefined)
    expect(await run()).toMatchObject({ status: 'REVIEW', scheduledFor: null })
  })

  it('asks the rights of the person who set it last', async () => {
    const { stores, id, context, change, run } = await schedule()
    const other = await stores.users.add(aUser('max', 'EDITOR'), null)
    const caller = { ...context.caller, id: other.id }
    await scheduleRecord({ ...context, caller }, Article, { id, publishAt: AT.toISOString() })
    await change({ roles: ['READER'] })
    expect(await run()).toMatchObject({ status: 'PUBLISHED' })
  })

  it('publishes for a person who has the right again', async () => {
    const { change, run } = await schedule()
    await change({ status: 'SUSPENDED' })
    await change({ status: 'ACTIVE' })
    expect(await run()).toMatchObject({ status: 'PUBLISHED' })
  })

  it('forgets the person with the schedule', async () => {
    const { stores, id, context } = await schedule()
    await unscheduleRecord(context, Article, { id })
    expect(await stores.articles.get(id)).toMatchObject({ scheduledFor: null, scheduledBy: null })
  })

  it('keeps no other article from its turn', async () => {
    const { stores, context, change, run } = await schedule()
    const author = await stores.users.add(aUser('bea', 'ADMIN'), null)
    const { id } = await stores.articles.add(anArticle(stores, author.id, { status: 'DRAFT' }))
    const caller = { id: author.id, roles: ['ADMIN'], permissions: [] }
    await scheduleRecord({ ...context, caller }, Article, { id, publishAt: AT.toISOString() })
    await change({ roles: [] })
    await run()
    expect(await stores.articles.get(id)).toMatchObject({ status: 'PUBLISHED' })
  })
})
