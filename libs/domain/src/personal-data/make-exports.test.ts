import { describe, expect, it } from 'vitest'
import type { Stores } from '../context/context.ts'
import type { UserId } from '../rules/ids.ts'
import { builtInModel, contentPolicy } from '../service/content-types.ts'
import { aContext, anArticle, aUser, memoryStores, NOON } from '../testing/index.ts'
import { makeExports } from './make-exports.ts'
import { Article } from '../articles/article.ts'

const { mailEncryption, links, settings } = aContext()
const PARTS = {
  mailEncryption,
  links,
  baseUrl: settings.baseUrl,
  policy: contentPolicy,
  model: builtInModel,
  now: () => NOON,
}

/** Some parts of an export. */
const LONG = 'Some text. '.repeat(40_000)

const request = async (stores: Stores, name: string, articles: number): Promise<UserId> => {
  const { id } = await stores.users.add(aUser(name, 'AUTHOR'), null)
  for (let count = 0; count < articles; count += 1)
    await stores.records(Article).add(anArticle(stores, id, { content: LONG }))
  const wanted = {
    id: stores.exports.nextId(),
    userId: id,
    requestedAt: NOON,
    readyAt: null,
    expiresAt: null,
  }
  await stores.exports.request(wanted, () => false)
  return id
}

/** Notes the parts of each person, and the ends. */
const watch = (stores: Stores, fail?: UserId) => {
  const steps: string[] = []
  const { append, finish } = stores.exports
  stores.exports.append = (claimed, ...rest) => {
    steps.push(`part of ${claimed.userId}`)
    return claimed.userId === fail ? Promise.reject(new Error('The disk is full.')) : append(claimed, ...rest)
  }
  stores.withMails = () => stores
  stores.exports.finish = (claimed, times) => {
    steps.push(`end of ${claimed.userId}`)
    return finish(claimed, times)
  }
  return steps
}

describe('C11.2 exports', () => {
  it('are made a part of each by turns, so that a large one does not delay small ones', async () => {
    const stores = memoryStores()
    const [large, small] = [await request(stores, 'ada', 3), await request(stores, 'bea', 0)]
    const steps = watch(stores)
    await makeExports(PARTS).run(stores, NOON)
    expect(steps.indexOf(`end of ${small}`)).toBeLessThan(steps.lastIndexOf(`part of ${large}`))
    expect(steps.at(-1)).toBe(`end of ${large}`)
  })

  it('that fail do not end others', async () => {
    const stores = memoryStores()
    const [failing, other] = [await request(stores, 'ada', 1), await request(stores, 'bea', 2)]
    const steps = watch(stores, failing)
    await expect(makeExports(PARTS).run(stores, NOON)).rejects.toThrow('The disk is full.')
    expect(steps.at(-1)).toBe(`end of ${other}`)
  })
})
