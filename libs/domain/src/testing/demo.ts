import { ANYBODY } from '../access/access.ts'
import type { Context } from '../context/context.ts'
import { aContext, anArticle, aUser, callerOf } from './builders.ts'
import { memoryStores } from './memory/memory-stores.ts'
import { Article } from '../articles/article.ts'

/**
 * An article in memory, and a token that acts for its owner: an example runs with them alone. A service uses the stores
 * of @content-service/persistence instead, and the passwords, codes and cursors of @content-service/identity:
 * libs/server/src/composition/compose.ts creates its Context for each request.
 */
export const aDemo = async () => {
  const stores = memoryStores()
  const ada = await stores.users.add(aUser('ada', 'AUTHOR'), null)
  await stores.records(Article).add(anArticle(stores, ada.id, { title: 'Mounted elsewhere' }))
  // Your sign-in finds the caller of a token. This demo knows a single token.
  const callers = new Map([['Bearer the-token-of-ada', callerOf(ada)]])
  const contextFor = (authorization: string | null | undefined): Context =>
    aContext({ stores, caller: callers.get(authorization ?? '') ?? ANYBODY })
  return { contextFor }
}
