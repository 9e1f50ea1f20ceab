import { ANYBODY, type Context } from '@content-service/domain'
import { aContext, anArticle, aUser, callerOf, memoryStores } from '@content-service/domain/testing'

/**
 * Everything in memory, so that the examples need nothing beside them. A service has the stores of
 * @content-service/persistence here, and passwords, codes and cursors of @content-service/identity:
 * composeService in apps/api/src/compose.ts makes such a Context for each request.
 */
const stores = memoryStores()
const ada = await stores.users.add(aUser('ada', 'AUTHOR'), null)
await stores.articles.add(anArticle(stores, ada.id, { title: 'Mounted elsewhere' }))

/** Who calls is for your sign-in to say. This one knows a single token. */
const CALLERS = new Map([['Bearer the-token-of-ada', callerOf(ada)]])

/** What the resolvers work with. The schema asks its policy about the caller; nothing else decides what they may do. */
export const contextFor = (authorization: string | null | undefined): Context =>
  aContext({ stores, caller: CALLERS.get(authorization ?? '') ?? ANYBODY })
