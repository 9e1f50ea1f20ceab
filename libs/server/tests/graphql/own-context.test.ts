import {
  createArticle,
  createContext,
  Article,
  createServiceAuditContext,
  type Context,
} from '@content-service/domain'
import { createWebhook } from '@content-service/domain/internal/webhooks'
import { declareViewedRead } from '@content-service/domain/internal/records'
import { readRow } from '@content-service/domain/internal/operations'
import { toCaller } from '@content-service/domain/internal/users'
import { aUser } from '@content-service/domain/testing'
import {
  createContextParts,
  createThrottle,
  memoryCounters,
  createPasswordHasher,
} from '@content-service/identity'
import { createStores, openDatabase, SqlCredentialStore, type Database } from '@content-service/persistence'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readSettings } from '../../src/settings/read-settings.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { JWT_SECRET } from '../support/service.ts'

describe('a context that a team makes for its own server', () => {
  let database: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    const created = await createMigratedDatabase()
    drop = created.drop
    database = await openDatabase({ url: created.url })
  })
  afterAll(async () => {
    await database.close()
    await drop()
  })

  const articleRead = declareViewedRead(Article)
  const ownContext = (given: Partial<Context> = {}): Context => {
    const settings = { ...readSettings({ JWT_SECRET }), baseUrl: 'https://team.example' }
    return createContext({
      ...createContextParts(settings, pino({ level: 'silent' })),
      stores: createStores(database.session(), createServiceAuditContext('team', new Date())),
      passwords: createPasswordHasher(new SqlCredentialStore(database.session())),
      throttle: createThrottle({ counters: memoryCounters, key: Buffer.alloc(32) }).attempts,
      ...given,
    })
  }

  it('runs operations with the rights of the caller, and anonymously without one', async () => {
    const ada = await ownContext().stores.users.add(aUser('ada', 'ADMIN'), null)
    const context = ownContext({ caller: toCaller(ada) })
    const draft = await createArticle(context, { title: 'Ours', content: 'Text.' })
    expect(await readRow(context, articleRead, draft.id, { fields: ['title'] })).toMatchObject({
      title: 'Ours',
    })
    expect(await readRow(ownContext(), articleRead, draft.id, { fields: ['title'] })).toBeNull()
    const { secret } = await createWebhook(context, {
      url: 'https://example.org/',
      events: ['article.created'],
    })
    expect(secret).toMatch(/^whsec_/)
  })

  it('has no subscriptions, and warns of work that fails after a response', async () => {
    const context = ownContext()
    await expect(context.subscribe({} as never)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    context.runInBackground(() => Promise.reject(new Error('no mail server')))
    await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(new Error('no mail server')))
    warn.mockRestore()
  })
})
