import { ANYBODY } from '../access.ts'
import type { Context } from '../context.ts'
import { aContext, anArticle, aUser, callerOf } from './builders.ts'
import { memoryStores } from './memory/memory-stores.ts'

/**
 * Somebody's article in memory, and a token that speaks for them: what an example needs to be run without anything
 * beside it. A service has the stores of @content-service/persistence here, and passwords, codes and cursors of
 * @content-service/identity: libs/server/src/compose.ts makes such a Context for each request.
 */
export const aDemo = async () => {
  const stores = memoryStores()
  const ada = await stores.users.add(aUser('ada', 'AUTHOR'), null)
  await stores.articles.add(anArticle(stores, ada.id, { title: 'Mounted elsewhere' }))
  // Who calls is for your sign-in to say. This one knows a single token.
  const callers = new Map([['Bearer the-token-of-ada', callerOf(ada)]])
  const contextFor = (authorization: string | null | undefined): Context =>
    aContext({ stores, caller: callers.get(authorization ?? '') ?? ANYBODY })
  return { contextFor }
}
