import { describe, expect, it } from 'vitest'
import { explainAccess } from '../explanation/access-explanation.ts'
import { openExport } from '../personal-data/export-operations.ts'
import { connectSearch } from '../search/search-connection.ts'
import { findBestMatch } from '../search/search-operations.ts'
import { aContext, aUser, callerOf } from '../testing/index.ts'
import { searchUsers } from '../users/user-search.ts'
import type { Context } from './context.ts'

const ARTICLES = ['ARTICLE'] as const
const NOTHING = { fields: [], relations: {} }
const PAGE = { first: 1, after: null } as const
const reading = { select: Object.fromEntries(ARTICLES.map((type) => [type, NOTHING])), withSnippets: false }

const readExport = async (context: Context): Promise<void> => {
  const now = context.now()
  const expiresAt = new Date(now.getTime() + 1_000)
  const ready = { userId: 1, requestedAt: now, readyAt: now, expiresAt }
  const exports = { get: async (id: string) => ({ ...ready, id }), part: async () => null }
  const stores = { ...context.stores, exports } as unknown as Context['stores']
  for await (const part of await openExport({ ...context, stores }, context.links.sign('an id'))) void part
}

/** The operations that may take long, each with a call. */
const EXPENSIVE: readonly (readonly [string, (context: Context) => Promise<unknown>])[] = [
  ['search', (context) => findBestMatch(context, 'granite')],
  [
    'searchAll',
    (context) => connectSearch(context, { query: 'granite', types: undefined }, PAGE, reading as never),
  ],
  ['searchUsers', (context) => searchUsers(context, { keyword: 'ada', filter: {} }, NOTHING as never)],
  ['explainAccess', (context) => explainAccess(context, { permission: 'articles:read', userId: '2' })],
  ['the download of an export', readExport],
]

describe('searches, explanations and exports use a separate share of the database connections', () => {
  it.each(EXPENSIVE)('%s reads nothing outside of the share', async (_, run) => {
    const context = aContext()
    const admin = await context.stores.users.add(aUser('ada', 'ADMIN'), null)
    const inShare = () => Promise.reject(new Error('the share is full'))
    const expensive = run({ ...context, caller: callerOf(admin), inShare })
    await expect(expensive).rejects.toThrow('the share is full')
  })
})
